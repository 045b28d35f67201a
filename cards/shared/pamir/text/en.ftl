mark-paid = you have laid a rupee on { NP($thing) } this turn
    .not = you have laid no rupee on { NP($thing) } this turn
mark-used = { NP($thing) } { V($thing, "have", "has", "have") } been used this turn
    .not = { NP($thing) } { V($thing, "have", "has", "have") } not been used this turn
