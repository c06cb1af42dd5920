"""Numbers a P(j) + b P(j+1) + c + d j of a size j, P the Pell numbers 0, 1, 2, 5, ...: twice a, b, c and d."""

import re
from functools import lru_cache

from refusal import demand

ZERO = (0, 0, 0, 0)


def form(words):
    demand(len(words) == 4, "four coefficients are expected")
    return tuple(map(coefficient, words))


@lru_cache(maxsize=None)
def coefficient(word):
    match = re.fullmatch(r"(0|-?[1-9][0-9]{0,29})(/2)?", word, re.ASCII)
    demand(match, f"{word} is not a coefficient")
    whole = int(match[1])
    demand(not match[2] or whole % 2, f"{word} is not a coefficient")
    return whole if match[2] else 2 * whole


def plus(*forms):
    return tuple(map(sum, zip(*forms)))


def minus(one, other):
    return tuple(a - b for a, b in zip(one, other))


def below(one):
    """The form whose number at j is that of this one at j - 1: P(j-1) = P(j+1) - 2 P(j)."""
    a, b, c, d = one
    return b - 2 * a, a, c - d, d


@lru_cache(maxsize=None)
def pell(size):
    p, q = 0, 1
    for _ in range(size):
        p, q = q, 2 * q + p
    return p, q


def doubled(one, size):
    p, q = pell(size)
    return one[0] * p + one[1] * q + one[2] + one[3] * size


def at(one, size):
    twice = doubled(one, size)
    demand(twice % 2 == 0, "a number of moves is not whole")
    return twice // 2


@lru_cache(maxsize=None)
def is_never_negative(one, first):
    """Whether no number is negative at the sizes first, first + 2, and so on.

    Constants and multiples of j have no second differences y, and of those of P every one is six times the
    last less the one before that. So once neither y nor x has fallen, both grow forever.
    """
    if one[:2] == (0, 0):
        return doubled(one, first) >= 0 and one[3] >= 0
    for size in range(first, first + 1000, 2):
        x = [doubled(one, size + 2 * step) for step in range(4)]
        y = [x[k] - 2 * x[k + 1] + x[k + 2] for k in range(2)]
        if x[0] < 0:
            return False
        if x[1] >= x[0] and 0 <= y[0] <= y[1]:
            return True
    return False
