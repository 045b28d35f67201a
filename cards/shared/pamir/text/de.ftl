mark-paid = du in diesem Zug eine Rupie auf { NP($thing, case: "acc") } gelegt hast
    .not = du in diesem Zug keine Rupie auf { NP($thing, case: "acc") } gelegt hast
mark-used = { NP($thing) } in diesem Zug genutzt { V($thing, "bist", "ist", "sind") }
    .not = { NP($thing) } in diesem Zug nicht genutzt { V($thing, "bist", "ist", "sind") }
