"""Masks and observations as words of eight bytes: keys of situations, and the nth legal action."""

from typing import Any

from nexus_env.agents.search.tree_records import Tree
from nexus_env.machine.compiled import compiled

BYTES = 8  # of a word of the mask
SCRAMBLER, KEY_BITS = 0x1E3779B97F4A7C15, (1 << 62) - 1


@compiled
def mixed_all(key: int, words: Any) -> int:
    """Mix a row of words into a key, in four independent strands, since the steps of one strand are sequential."""
    count, one, two, three = words.shape[0], key, key, key
    for place in range(0, count - 3, 4):
        key = mixed(key, words[place])
        one = mixed(one, words[place + 1])
        two = mixed(two, words[place + 2])
        three = mixed(three, words[place + 3])
    for place in range(count - count % 4, count):
        key = mixed(key, words[place])
    return mixed(mixed(mixed(key, one), two), three)


@compiled
def mixed(key: int, word: int) -> int:
    """Mix a word into a key, pseudorandomly."""
    product = ((int(key) ^ int(word)) * SCRAMBLER) & KEY_BITS
    return int(product ^ (product >> 29))


@compiled
def count_legal(tree: Tree) -> int:
    """The number of legal actions: the mask, one byte of 0 or 1 per action, is summed eight bytes at a time."""
    total = 0
    for place in range(tree.words.shape[0]):
        total += tree.words[place]  # no byte of the sum exceeds the number of words
    return ones(total)


@compiled
def nth_legal(tree: Tree, nth: int) -> int:
    """The nth legal action, from 0."""
    place, left = 0, nth
    while ones(tree.words[place]) <= left:
        left -= ones(tree.words[place])
        place += 1
    action = BYTES * place
    while left > 0 or tree.mask[action] == 0:
        left -= tree.mask[action]
        action += 1
    return action


@compiled
def ones(word: int) -> int:
    """The sum of the eight bytes of `word`, each less than 128."""
    pairs = (word & 0x00FF00FF00FF00FF) + ((word >> 8) & 0x00FF00FF00FF00FF)
    fours = pairs + (pairs >> 32)
    return int((fours + (fours >> 16)) & 0xFFFF)
