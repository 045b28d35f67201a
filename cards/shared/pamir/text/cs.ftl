mark-paid = v tomto tahu jste na { NP($thing, case: "acc") } položili rupii
    .not = v tomto tahu jste na { NP($thing, case: "acc") } rupii nepoložili
mark-used = { NP($thing) } { V($thing, "jste", "je", "jsou") } v tomto tahu { G($thing, "použit", "použita", "použito", "použity") }
    .not = { NP($thing) } { V($thing, "nejste", "není", "nejsou") } v tomto tahu { G($thing, "použit", "použita", "použito", "použity") }
