# Pax Pamir, obie edycje: warunki.
mark-paid = w tej turze na { NP($thing, case: "loc") } położono twoje rupie
    .not = w tej turze na { NP($thing, case: "loc") } nie położono twoich rupii
mark-used = w tej turze użyto już akcji z { NP($thing, case: "gen") }
    .not = w tej turze nie użyto jeszcze akcji z { NP($thing, case: "gen") }
query-beside = { NP($card) } leży w kręgu dworów obok { NP($goal, case: "gen") }
    .not = { NP($card) } nie leży w kręgu dworów obok { NP($goal, case: "gen") }
