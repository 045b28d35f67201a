# What both editions of Pax Pamir ask and note.
mark-paid = you have laid rupees on { NP($thing) } this turn
    .not = you have laid no rupees on { NP($thing) } this turn
mark-used = { NP($thing) } has been used this turn
    .not = { NP($thing) } has not been used this turn
query-beside = { NP($card) } lies next to { NP($goal) } in the ring of courts
    .not = { NP($card) } does not lie next to { NP($goal) } in the ring of courts
