# Pax Pamir, beide Editionen: Bedingungen.
mark-paid = du in diesem Spielzug Rupien auf { NP($thing, case: "acc") } gelegt hast
    .not = du in diesem Spielzug keine Rupien auf { NP($thing, case: "acc") } gelegt hast
mark-used = { NP($thing) } in diesem Spielzug schon verwendet wurde
    .not = { NP($thing) } in diesem Spielzug noch nicht verwendet wurde
query-beside = { NP($card) } im Ring der Höfe neben { NP($goal, case: "dat") } liegt
    .not = { NP($card) } im Ring der Höfe nicht neben { NP($goal, case: "dat") } liegt
