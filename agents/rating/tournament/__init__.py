"""Tournaments: any agents, any number of seats, ratings with intervals, resumable results.

`matches` is what is played, and how; `schedule` plays it until every meeting is decided, and keeps the results;
`counting` makes numbers of them, and `showing` a page and tables; `holding` does all of this in one folder.
"""
