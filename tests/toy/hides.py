"""Options of a bout of the toy game in which something is hidden."""

OPTIONS = {"lucky": True}
