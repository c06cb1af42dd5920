"""Pattern databases of tile puzzles: book/src/reference/stored-certificates.md says which bit is which."""

import itertools
import math

from artifact import read
from refusal import demand, number

BEGINS = b"fewest pattern database 1\n"


class Pattern:
    """Some tiles of a board. A state is the cells of the tiles, and the cells that the blank can reach."""

    def __init__(self, text):
        size, homes, blank = text.split(":")
        self.width, self.height = map(number, size.split("x"))
        self.homes, blank = tuple(map(number, homes.split(","))), number(blank)
        cells = range(self.width * self.height)
        demand(2 <= self.width <= 8 and 2 <= self.height <= 8, "this is not a pattern")
        demand(len(cells) <= 36 and {*self.homes, blank} <= set(cells), "this is not a pattern")
        demand(list(self.homes) == sorted({*self.homes} - {blank}), "this is not a pattern")
        demand(len(self.homes) <= 8, "this is not a pattern")
        self.beside = [
            [to for to in cells if abs(to // self.width - at // self.width) + abs(to % self.width - at % self.width) == 1]
            for at in cells
        ]
        self.start = (self.homes, self.region(self.homes, blank))

    def region(self, tiles, blank):
        region, new = {blank}, [blank]
        while new:
            new = [to for at in new for to in self.beside[at] if to not in tiles and to not in region]
            region.update(new)
        return frozenset(region)

    def placements(self):
        """The number of ways to put the tiles on cells."""
        return math.perm(self.width * self.height, len(self.homes))

    def moves(self, state):
        """The states after one move of a tile; the blank is then where the tile was."""
        tiles, region = state
        for tile, at in enumerate(tiles):
            for to in region.intersection(self.beside[at]):
                moved = tiles[:tile] + (to,) + tiles[tile + 1 :]
                yield moved, self.region(moved, at)

    def distances(self):
        found, layer = {self.start: 0}, [self.start]
        for distance in itertools.count(1):
            if not layer:
                return found
            layer = [moved for state in layer for moved in self.moves(state)]
            layer = [moved for moved in dict.fromkeys(layer) if moved not in found]
            found.update(dict.fromkeys(layer, distance))

    def states(self):
        """All states in the order of a table: blocks, each a list of states."""
        cells = range(self.width * self.height)
        sets = list(itertools.combinations(cells, len(self.homes)))
        dark = lambda cell: (cell // self.width + cell % self.width) % 2
        as_bits = lambda chosen: sum(1 << cell for cell in chosen)
        for chosen in sorted(sets, key=lambda chosen: (sum(map(dark, chosen)) % 2, as_bits(chosen))):
            regions = {self.region(chosen, blank) for blank in cells if blank not in chosen}
            for region in sorted(regions, key=min):
                # By the tiles in the fourth, third, second and first cell, then in the fifth and so on.
                orders = itertools.permutations(range(len(chosen)))
                orders = sorted(orders, key=lambda order: order[:4][::-1] + order[4:])
                yield [(tuple(chosen[order.index(tile)] for tile in range(len(chosen))), region) for order in orders]


def check(data):
    fields = ["pattern", "states", "built-by"]
    (text, claimed, _), table = read(data, "fewest pattern database 1", fields)
    pattern = Pattern(text)
    # Each state has a bit, so a short file cannot cause much work.
    demand(pattern.placements() <= 8 * len(table), "the table is too short")
    distances = pattern.distances()
    at = states = 0
    for block in pattern.states():
        bytes_of_block = (len(block) + 63) // 64 * 8
        demand(at + bytes_of_block <= len(table), "the table is too short")
        bits = int.from_bytes(table[at : at + bytes_of_block], "little")
        for order, state in enumerate(block):
            # What cannot be reached has no distance.
            expected = distances.get(state, 0) >> 1 & 1
            demand(bits >> order & 1 == expected, f"the entry of {state[0]} is wrong")
        demand(bits >> len(block) == 0, "a bit that belongs to no state is set")
        at += bytes_of_block
        states += len(block)
    demand(at == len(table), "the table is too long")
    demand(str(states) == claimed, "the number of states does not match the header")
    return f"{text}, {len(distances)} distances, the largest is {max(distances.values())}"
