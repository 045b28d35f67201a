# Pax Pamir, obě edice: podmínky.
mark-paid = v tomto tahu jste na { NP($thing, case: "acc") } položili rupie
    .not = v tomto tahu jste na { NP($thing, case: "acc") } nepoložili rupie
mark-used = v tomto tahu už byla použita akce z { NP($thing, case: "gen") }
    .not = v tomto tahu ještě nebyla použita akce z { NP($thing, case: "gen") }
query-beside = { NP($card) } leží v kruhu dvorů vedle { NP($goal, case: "gen") }
    .not = { NP($card) } neleží v kruhu dvorů vedle { NP($goal, case: "gen") }
