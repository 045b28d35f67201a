mark-paid = w tej turze { NP($thing) } ma na sobie położoną przez ciebie rupię
    .not = w tej turze { NP($thing) } nie ma na sobie położonej przez ciebie rupii
mark-used = { NP($thing) } { V($thing, "jesteś", "jest", "są") } w tej turze { G($thing, "użyty", "użyta", "użyte", "użyte") }
    .not = { NP($thing) } nie { V($thing, "jesteś", "jest", "są") } w tej turze { G($thing, "użyty", "użyta", "użyte", "użyte") }
