"""Options of a bout of Aristeia! in which something is hidden: every one, for hands are."""

OPTIONS: dict[str, object] = {}
