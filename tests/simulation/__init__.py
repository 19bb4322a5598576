"""A simulator of the service, in the manner of FoundationDB and TigerBeetle.

The hall, its store and its agents run in one thread, by a clock that jumps from one thing to the next and with chance
from one seed. Whatever goes wrong goes wrong again with the same seed.

- `clock`: time and threads; `disk`: the database of the store, and what may happen to it;
- `world`: the processes of the service, the network, and who runs the service;
- `actors`: who plays there, agents too; `laws`: what always holds.
"""
