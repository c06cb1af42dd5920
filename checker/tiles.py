"""The (n²-1)-puzzle: a state is the number of the tile in each cell."""

import itertools
from math import inf as NEVER

from refusal import demand


def board(text):
    """The tiles in reading order, and how many there are in a row."""
    rows = [[int(tile) for tile in row.split()] for row in text.split("/")]
    demand(len({len(row) for row in rows}) == 1, "rows have different lengths")
    demand(2 <= len(rows) <= 8 and 2 <= len(rows[0]) <= 8, "the board has another size")
    demand(text == " / ".join(" ".join(map(str, row)) for row in rows), "the board is not written in rows")
    tiles = tuple(itertools.chain.from_iterable(rows))
    demand(sorted(tiles) == list(range(len(tiles))), "tiles are missing")
    return tiles, len(rows[0])


def beside(cell, width, cells):
    row, column = divmod(cell, width)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < cells // width and 0 <= c < width:
            yield r * width + c


class Tiles:
    def __init__(self, instance, direction, heuristic):
        demand((direction, heuristic) == ("forward", "manhattan"), "this direction or heuristic is not certified")
        demand(set(instance) == {"puzzle", "start", "goal"}, "the instance has the wrong keys")
        (self.start, self.row), (self.goal, row) = (board(instance[end]) for end in ("start", "goal"))
        demand(row == self.row, "start and goal have different widths")
        demand(sorted(self.start) == sorted(self.goal), "start and goal have different tiles")
        self.width = len(self.goal)
        cells = range(self.width)
        self.near = [list(beside(cell, self.row, self.width)) for cell in cells]
        homes = [self.goal.index(tile) for tile in cells]
        self.away = [[self.apart(cell, homes[tile]) for cell in cells] for tile in cells]
        self.away[0] = [0] * self.width
        self.roots = [self.start]

    def is_state(self, state):
        return sorted(state) == sorted(self.goal)

    def is_goal(self, state):
        return state == self.goal

    def children(self, state):
        blank = state.index(0)
        for cell in self.near[blank]:
            child = list(state)
            child[blank], child[cell] = child[cell], child[blank]
            yield tuple(child)

    def needs(self, state, moves):
        if moves == NEVER:
            return self.parity(state) != self.parity(self.goal)
        return sum(self.away[tile][cell] for cell, tile in enumerate(state)) >= moves

    def apart(self, a, b):
        (r, c), (s, d) = divmod(a, self.row), divmod(b, self.row)
        return abs(r - s) + abs(c - d)

    def parity(self, state):
        """Every move is one exchange, and moves the blank by one cell."""
        exchanges = sum(a > b for a, b in itertools.combinations(state, 2))
        return (exchanges + self.apart(state.index(0), 0)) % 2

    def replay(self, plan):
        state = self.start
        for start, end in plan:
            demand(end < self.width and state[end] == 0, "the plan: a move is not legal")
            demand(start in self.near[end], "the plan: a move is not legal")
            moved = list(state)
            moved[start], moved[end] = 0, state[start]
            state = tuple(moved)
        demand(state == self.goal, "the plan does not solve the puzzle")
