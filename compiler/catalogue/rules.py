"""C4: rules that are well formed, but suspicious."""

from __future__ import annotations

from compiler.catalogue import Code

PAGES = (
    Code(
        "C401",
        "a decision or cost stands too late",
        "A `choose`, `require`, `pay`, `ask`, or a procedure that begins with one, stands where something has"
        " already changed.",
        "If it turned out to be impossible, the player would be stuck in the middle of an effect. So everything that"
        " can fail comes first and is checked as a whole, or is made optional.",
        "to visit {\n  gain 1 point\n  pay 2 coins [visit.fee]\n}",
        "to visit {\n  pay 2 coins [visit.fee]\n  gain 1 point\n}",
    ),
    Code(
        "C402",
        "the setup or a turn could be impossible",
        "`setup` or `turn` starts with something that can fail.",
        "Nobody can refuse a turn: if it is not possible, the game stands still.",
        'game g "G" { players 2 }\ncount coin/coins of player\nto setup { as players { gain 3 coins } }\n'
        "to turn {\n  pay 1 coin [turn.upkeep]\n  end game by highest its coins\n}",
        'game g "G" { players 2 }\ncount coin/coins of player\nto setup { as players { gain 3 coins } }\n'
        "to turn {\n  if possible { pay 1 coin [turn.upkeep] } else { end game by highest its coins }\n}",
    ),
    Code(
        "C403",
        "the value behind `otherwise` is never used",
        "What stands before `otherwise` is never none.",
        "A reader would believe that there is a case in which it is.",
        "query target(player): player { player otherwise you }",
        "query target(player): player { player }",
    ),
    Code(
        "C404",
        "this is never reached, or always the same",
        "A sentence stands behind `end game`, or a condition is plainly `yes` or `no`.",
        "Rules that never happen are rules that somebody believes to happen.",
        "to finish {\n  end game by highest its points\n  gain 1 coin\n}",
        "to finish {\n  gain 1 coin\n  end game by highest its points\n}",
    ),
    Code(
        "C405",
        "something is declared and never used",
        "No rule, card or other declaration refers to this name; a mark is set, but never asked for. Declarations in"
        " shared files need not be used.",
        "It is either a leftover or, worse, a rule that was forgotten.",
        "query luck(player): number { player's coins }",
        "query luck(player): number { player's coins }\n"
        "after turn by a player { if player's luck > 5 { as player { lose 1 coin } } }",
    ),
    Code(
        "C406",
        "a field is printed and never read",
        "Cards of this kind have the field, but no rule asks for it.",
        "What is printed on a card and has no effect misleads players.",
        "kind relic/relics { age: number }\nrelic 4 { age 100 }",
        "kind relic/relics { age: number }\nrelic 4 { age 100 }\n"
        "after a relic enters discards if relic's age > 50 { shuffle deck }",
    ),
    Code(
        "C407",
        "a name is introduced and never used",
        "A `let` or `choose` gives a name to something, and the rest of the block does not use it.",
        "A choice without consequences is a question nobody should be asked.",
        "to visit {\n  choose a town in towns [visit]\n  gain 1 coin\n}",
        "to visit {\n  choose a town in towns [visit]\n  place your camel in town\n}",
    ),
    Code(
        "C408",
        "a track or count is written and never read",
        "Sentences set, raise or gain it, but no condition, cost or ranking needs its value.",
        "Players would keep a number that changes nothing.",
        "track age: number\nafter turn by a player { raise age by 1 }",
        "track age: number\nafter turn by a player { raise age by 1 }\n"
        "after turn by a player if age > 9 { end game by highest its points }",
    ),
    Code(
        "C409",
        "a decision has no id",
        "A `choose`, `choose one` or `ask` has no rule id behind it.",
        "Abilities, automated opponents, explanations and translations name a decision by its id.",
        "to visit { choose a town in towns  place your camel in town }",
        "to visit { choose a town in towns [visit]  place your camel in town }",
    ),
    Code(
        "C410",
        "a loop could go on for ever",
        "A `repeat` without a number has rounds that use nothing up.",
        "Every effect must end. A round that spends, discards, draws, places or marks something brings the end nearer."
        " An `ask` that is refused must use something up as well.",
        "to dance { repeat any number of times [dance.again] { gain 1 point } }",
        "to dance { repeat any number of times [dance.again] { pay 1 coin [dance.fee]  gain 1 point } }",
    ),
    Code(
        "C411",
        "something needs itself",
        "A procedure is done inside itself, or a query is computed from itself, perhaps with others in between or"
        " through a `before` or `instead of` hook.",
        "It would never end.",
        "to dance { gain 1 point  do dance }",
        "to dance { repeat 3 times { gain 1 point } }",
    ),
    Code(
        "C412",
        "hooks set each other off for ever",
        "What an `after` hook does makes the same hook happen again, and nothing is used up on the way.",
        "The queue of hooks would never become empty.",
        "to dance { gain 1 point }\nafter dance { do dance }",
        "to dance { gain 1 point }\nafter dance if any cards in deck { discard top(deck)  do dance }",
    ),
    Code(
        "C413",
        "a game that never ends",
        "Nothing in the game says `end game`.",
        "`turn` is carried out again and again until the game is ended. Without an end, it would go on for ever.",
        'game g "Endless" { players 2 to 4 }\nto setup { }\nto turn { }',
        'game g "Short" { players 2 to 4 }\ncount point/points of player\nto setup { }\n'
        "to turn { gain 1 point  end game by highest its points }",
    ),
    Code(
        "C420",
        "there are not so many pieces",
        "More pieces are placed at once than an owner has.",
        "`place` places what is there; a number that is never reached is a slip, or the stock is.",
        "to settle { place 5 camels of you in harbor }",
        "to settle { place 3 camels of you in harbor }",
    ),
    Code(
        "C421",
        "a range is empty",
        "The first number is higher than the second, or an axis has too many places.",
        "Nothing lies between them: the numbers are most likely swapped.",
        "to cheer { repeat 3 to 1 times { gain 1 point } }",
        "to cheer { repeat 1 to 3 times [again] { gain 1 point } }",
    ),
    Code(
        "C422",
        "nothing happens 0 times",
        "An amount, a number of rounds or a stock is 0.",
        "The sentence has no effect.",
        "to cheer { gain 0 points }",
        "to cheer { gain 1 point }",
    ),
    Code(
        "C423",
        "a number is divided by 0",
        "The number behind `/` or `mod` is 0.",
        "There is no result.",
        "query share(player): number { player's coins / 0 }",
        "query share(player): number { player's coins / 2 }",
    ),
    Code(
        "C424",
        "a comparison is always the same",
        "A printed number is compared with one outside of its range; or the condition or sort key of a set asks nothing"
        " of its members, so that it is the same for all of them.",
        "The condition is always or never true, so the rule does not do what it seems to do.",
        "query dear(cargo): yes/no { cargo's worth > 4 }\n"
        "after a cargo enters discards if cargo is dear { shuffle deck }",
        "query dear(cargo): yes/no { cargo's worth > 3 }\n"
        "after a cargo enters discards if cargo is dear { shuffle deck }",
    ),
    Code(
        "C425",
        "a preference that is never come to",
        "An earlier line of the same decision names the same and has no condition.",
        "The first line that applies wins, so an automated opponent never asks the later one.",
        'automa widow "The Widow" {\n  at [buy.stall] {\n    prefer stall by lowest stall\'s column\n'
        "    prefer stall if stall's column is 2\n  }\n}",
        'automa widow "The Widow" {\n  at [buy.stall] {\n    prefer stall if stall\'s column is 2\n'
        "    prefer stall by lowest stall's column\n  }\n}",
    ),
)
