"""The exact costs of ways at small sizes, as edge-valued decision diagrams.

A cost function of n swaps is None where it has no value, else (least value, node). A node has two such
functions of n - 1 swaps, without and with the largest size swapped; those of no swaps are the node 0.
"""

from functools import lru_cache

from exchange_table import PATTERNS, row_of, start_of

NODES, NUMBERS = [None], {}
NOTHING = (0, 0)


def joined(zero, one):
    """The function with these branches."""
    values = [branch[0] for branch in (zero, one) if branch]
    if not values:
        return None
    least = min(values)
    node = tuple(branch and (branch[0] - least, branch[1]) for branch in (zero, one))
    if node not in NUMBERS:
        NUMBERS[node] = len(NODES)
        NODES.append(node)
    return least, NUMBERS[node]


def plus(function, value):
    return function and (function[0] + value, function[1])


def branches(function):
    return [plus(branch, function[0]) for branch in NODES[function[1]]]


def least(f, g):
    if f is None or g is None:
        return f or g
    return plus(least_apart(f[1], g[1], g[0] - f[0]), f[0])


@lru_cache(maxsize=None)
def least_apart(f, g, apart):
    if f == g:
        return min(0, apart), f
    return joined(*map(least, branches((0, f)), branches((apart, g))))


def convolution(f, g):
    """The function whose value at v is the least f(x) + g(y) over all x XOR y = v."""
    if f is None or g is None:
        return None
    return plus(convolution_of(*sorted((f[1], g[1]))), f[0] + g[0])


@lru_cache(maxsize=None)
def convolution_of(f, g):
    if f == 0:
        return NOTHING
    (f0, f1), (g0, g1) = NODES[f], NODES[g]
    zero = least(convolution(f0, g0), convolution(f1, g1))
    return joined(zero, least(convolution(f0, g1), convolution(f1, g0)))


def of_values(values):
    """The function with these values, None where there is none; the largest size is the highest bit."""
    if len(values) == 1:
        return None if values[0] is None else (values[0], 0)
    half = len(values) // 2
    return joined(of_values(values[:half]), of_values(values[half:]))


def value(function, swaps, size):
    """The value for some swaps, size s in bit s - 1."""
    for bit in reversed(range(size)):
        if function is None:
            return None
        function = branches(function)[swaps >> bit & 1]
    return function and function[0]


def unmoved(size):
    function = NOTHING
    for _ in range(size):
        function = joined(function, None)
    return function


class Costs:
    """At one size: `ways` by pattern and ending, `partials` by pattern and partial state, `distances`."""

    def __init__(self, size, ways, table):
        self.size, self.ways = size, ways
        self.partials = {}
        for pattern in PATTERNS:
            self.find_partials(pattern, table)
        self.find_distances()

    def find_partials(self, pattern, table):
        start = start_of(pattern)
        # Back at the start, either nothing has happened or a complete way.
        costs, waiting = {start: unmoved(self.size)}, [start]
        while waiting:
            before, following = {at: costs[at] for at in waiting}, {}
            for at in waiting:
                for ending, results in table.transitions[at].items():
                    through = convolution(before[at], self.ways[at[0], ending])
                    for to in results:
                        known = costs.get(to)
                        costs[to] = least(known, through)
                        if costs[to] != known and table.continues(pattern, to) and to != start:
                            following[to] = None
            waiting = list(following)
        self.partials.update({(pattern, at): cost for at, cost in costs.items()})

    def find_distances(self):
        self.distances = {0: unmoved(self.size)}
        waiting = [0]
        while waiting:
            following = []
            for (pattern, ending), way in self.ways.items():
                if pattern in waiting and len(ending[1]) == 1:
                    known = self.distances.get(ending[0])
                    self.distances[ending[0]] = least(known, convolution(self.distances[pattern], way))
                    if self.distances[ending[0]] != known:
                        following.append(ending[0])
            waiting = following

    def above(self, table):
        """The costs at the next size, whose ways are the ways to its choke points."""
        ways = {}
        for pattern, ending in self.ways:
            ends = [self.partials.get((pattern, row_of(ending[0], is_swapped, ending[1]))) for is_swapped in (0, 1)]
            ways[pattern, ending] = joined(*ends)
        return Costs(self.size + 1, ways, table)


def exact_costs(table, largest):
    """The costs at all sizes from 2 on."""
    ways = {}
    for pattern in PATTERNS:
        for ending, moves in table.ways_of_two[pattern].items():
            ways[pattern, ending] = of_values([moves.get(swaps) for swaps in range(4)])
    costs = [Costs(2, ways, table)]
    while costs[-1].size < largest:
        costs.append(costs[-1].above(table))
    return {some.size: some for some in costs}
