#!/usr/bin/env python3
"""Checks pattern databases of tile puzzles: small ones, slowly, and from the definitions alone.

usage: pattern_database.py FILE ...

It shares no code with fewest; book/src/reference/stored-certificates.md says which bit of a file is
which. Exit code: 0 if all are accepted, 30 if one is rejected. Python 3.9 is all that it needs. With
the module `blake3` it looks at the digests, too.
"""

import itertools
import sys

try:
    from blake3 import blake3
except ImportError:
    blake3 = None

FIELDS = ["pattern", "states", "built-by", "digest"]


class Rejected(Exception):
    """What does not hold."""


def demand(holds, why):
    if not holds:
        raise Rejected(why)


def read(data):
    """The values of the header, and the table as one number."""
    head, _, table = data.partition(b"\n\n")
    first, *lines = head.decode().split("\n")
    demand(first == "fewest pattern database 1", "this is no pattern database of this version")
    pairs = [line.partition(" ") for line in lines]
    demand([name for name, _, _ in pairs] == FIELDS, "the header has other lines")
    values = {name: value for name, _, value in pairs}
    if blake3:
        described = head[: head.rindex(b"digest ")]
        demand(blake3(described + table).hexdigest() == values["digest"], "the digest is another one")
    return values, table


class Pattern:
    """Some tiles of a board. A state is the cells of the tiles, and the cells that the blank can reach."""

    def __init__(self, text):
        size, homes, blank = text.split(":")
        self.width, self.height = map(int, size.split("x"))
        self.homes = tuple(map(int, homes.split(",")))
        cells = range(self.width * self.height)
        self.beside = [
            [to for to in cells if abs(to // self.width - at // self.width) + abs(to % self.width - at % self.width) == 1]
            for at in cells
        ]
        self.start = (self.homes, self.region(self.homes, int(blank)))

    def region(self, tiles, blank):
        region, new = {blank}, [blank]
        while new:
            new = [to for at in new for to in self.beside[at] if to not in tiles and to not in region]
            region.update(new)
        return frozenset(region)

    def moves(self, state):
        """The states after one move of a tile; the blank is then where the tile was."""
        tiles, region = state
        for number, at in enumerate(tiles):
            for to in region.intersection(self.beside[at]):
                moved = tiles[:number] + (to,) + tiles[number + 1 :]
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
        number = lambda chosen: sum(1 << cell for cell in chosen)
        for chosen in sorted(sets, key=lambda chosen: (sum(map(dark, chosen)) % 2, number(chosen))):
            regions = {self.region(chosen, blank) for blank in cells if blank not in chosen}
            for region in sorted(regions, key=min):
                # By the tiles in the fourth, third, second and first cell, then in the fifth and so on.
                orders = itertools.permutations(range(len(chosen)))
                orders = sorted(orders, key=lambda order: order[:4][::-1] + order[4:])
                yield [(tuple(chosen[order.index(tile)] for tile in range(len(chosen))), region) for order in orders]


def check(data):
    values, table = read(data)
    pattern = Pattern(values["pattern"])
    distances = pattern.distances()
    at = states = 0
    for block in pattern.states():
        bytes_of_block = (len(block) + 63) // 64 * 8
        demand(at + bytes_of_block <= len(table), "the table is too short")
        bits = int.from_bytes(table[at : at + bytes_of_block], "little")
        for number, state in enumerate(block):
            # What cannot be reached has no distance.
            expected = distances.get(state, 0) >> 1 & 1
            demand(bits >> number & 1 == expected, f"the entry of {state[0]} is wrong")
        demand(bits >> len(block) == 0, "a bit that belongs to no state is set")
        at += bytes_of_block
        states += len(block)
    demand(at == len(table), "the table is too long")
    demand(str(states) == values["states"], "the number of states is another one")
    return values["pattern"], len(distances), max(distances.values())


def main():
    code = 0
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            data = file.read()
        try:
            pattern, states, farthest = check(data)
            print(f"{name}: accepted: {pattern}, {states} distances, the largest is {farthest}")
        except (Rejected, ValueError, IndexError) as error:
            print(f"{name}: rejected: {error}")
            code = 30
    return code


if __name__ == "__main__":
    sys.exit(main())
