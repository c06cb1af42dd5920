#!/usr/bin/env python3
"""Checks certificates of searches: small ones, slowly, and from the definitions alone.

usage: certificate.py FILE ...

It shares no code with fewest; book/src/reference/certificates.md says what a certificate is and
why one that passes is a proof. Exit code: 0 if all are accepted, 30 if one is rejected.

Python 3.9 and the program `zstd` are all that it needs. With the module `blake3` it looks at the
digests, too; the proof does not rest on them.
"""

import itertools
import json
import re
import subprocess
import sys

from unsupported_stops import Stops

try:
    from blake3 import blake3
except ImportError:
    blake3 = None

MAGIC = b"fewest-certificate 1\n"
NEVER = float("inf")


class Rejected(Exception):
    """What does not hold."""


def demand(holds, why):
    if not holds:
        raise Rejected(why)


# The file


def sections(data):
    """The header, and the sections as (g, number of states, coded states)."""
    demand(data.startswith(MAGIC), "this is no certificate of this version")
    end = data.find(b"\n", len(MAGIC)) + 1
    demand(end > 0, "there is no header")
    try:
        header = json.loads(data[len(MAGIC) : end])
    except ValueError as error:
        raise Rejected(f"the header: {error}") from error
    keys = {"name", "instance", "lower", "direction", "heuristic", "plan"}
    demand(isinstance(header, dict) and set(header) == keys, "the header has other keys")
    return header, list(read_sections(data, end))


def read_sections(data, at):
    digest = blake3(data[:at]).digest() if blake3 else None
    while True:
        demand(at + 44 <= len(data), "the file ends in the midst of a section")
        g, states, length = (int.from_bytes(data[at + i : at + i + 4], "little") for i in (0, 4, 8))
        begin = at + 44
        payload = data[begin : begin + length]
        demand(len(payload) == length, "the file ends in the midst of a section")
        if blake3:
            digest = blake3(digest + data[at : at + 12] + payload).digest()
            demand(digest == data[at + 12 : begin], "a digest is another one")
        at = begin + length
        if states == 0:
            demand(at == len(data) and length == 0, "there is more after the last section")
            return
        unpacked = subprocess.run(["zstd", "-dcq"], input=payload, capture_output=True, check=False)
        demand(unpacked.returncode == 0, "states cannot be decompressed")
        yield g, states, unpacked.stdout


def listed_states(sections_read, width):
    """All states with their g, in the order of the file."""
    for g, number, coded in sections_read:
        at, state = 0, b""
        for _ in range(number):
            demand(at < len(coded), "states cannot be decoded")
            common = coded[at]
            demand(common <= len(state), "states cannot be decoded")
            own = coded[at + 1 : at + 1 + width - common]
            state, at = state[:common] + own, at + 1 + len(own)
            demand(len(state) == width, "states cannot be decoded")
            yield tuple(state), g
        demand(at == len(coded), "states cannot be decoded")


# Tiles


class Tiles:
    """A state has the number of the tile in each cell."""

    def __init__(self, instance, direction, heuristic):
        demand((direction, heuristic) == ("forward", "manhattan"), "it is not certified so")
        demand(set(instance) == {"puzzle", "start", "goal"}, "the instance has other keys")
        (self.start, self.width_of_board), (self.goal, width) = (
            self.board(instance[end]) for end in ("start", "goal")
        )
        demand(width == self.width_of_board, "start and goal have different widths")
        demand(sorted(self.start) == sorted(self.goal), "start and goal have different tiles")
        self.width = len(self.goal)
        self.roots = [self.start]

    @staticmethod
    def board(text):
        rows = [[int(tile) for tile in row.split()] for row in text.split("/")]
        demand(len({len(row) for row in rows}) == 1, "rows have different lengths")
        tiles = tuple(itertools.chain.from_iterable(rows))
        demand(sorted(tiles) == list(range(len(tiles))), "tiles are missing")
        return tiles, len(rows[0])

    def is_state(self, state):
        return sorted(state) == sorted(self.goal)

    def is_goal(self, state):
        return state == self.goal

    def beside(self, cell):
        row, column = divmod(cell, self.width_of_board)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < self.width // self.width_of_board and 0 <= c < self.width_of_board:
                yield r * self.width_of_board + c

    def children(self, state):
        blank = state.index(0)
        for cell in self.beside(blank):
            child = list(state)
            child[blank], child[cell] = child[cell], child[blank]
            yield tuple(child)

    def needs(self, state, moves):
        if self.parity(state) != self.parity(self.goal):
            return True
        away = (self.apart(cell, self.goal.index(tile)) for cell, tile in enumerate(state) if tile)
        return sum(away) >= moves

    def apart(self, a, b):
        (r, c), (s, d) = divmod(a, self.width_of_board), divmod(b, self.width_of_board)
        return abs(r - s) + abs(c - d)

    def parity(self, state):
        """Every move is one exchange, and takes the blank one cell further."""
        exchanges = sum(a > b for a, b in itertools.combinations(state, 2))
        return (exchanges + self.apart(state.index(0), 0)) % 2

    def replay(self, plan):
        state = self.start
        for start, end in plan:
            demand(state[end] == 0 and start in self.beside(end), "the plan: a move is not legal")
            moved = list(state)
            moved[start], moved[end] = 0, state[start]
            state = tuple(moved)
        demand(state == self.goal, "the plan does not solve the puzzle")


# Panex


class Panex:
    """A state has the pieces of each column from the bottom up, with 0 between two columns."""

    def __init__(self, instance, direction, heuristic):
        demand((direction, heuristic) == ("forward", "blind"), "it is not certified so")
        demand(set(instance) == {"puzzle", "instance"}, "the instance has other keys")
        text = instance["instance"]
        self.only_neighbours = text.endswith(":neighbours")
        ends = text.removesuffix(":neighbours").split(":")
        if ends[-1] == "one-tower":
            tower = "".join(f"a{size}" for size in range(1, int(ends[0]) + 1))
            ends = [f"{tower}/-/-", f"-/-/{tower}"]
        elif len(ends) == 1:
            a, b = ("".join(f"{c}{size}" for size in range(1, int(ends[0]) + 1)) for c in "ab")
            ends = [f"{a}/-/{b}", f"{b}/-/{a}"]
        (self.start, pieces), (self.goal, others) = (self.position(end) for end in ends)
        self.pieces = sorted(pieces)
        demand(self.pieces == sorted(others), "the goal has other pieces")
        self.width = len(self.start)
        self.roots = [self.start]

    @staticmethod
    def position(text):
        columns = [column.replace("-", "") for column in text.split("/")]
        demand(len(columns) == 3, "a position has three columns")
        found = [re.findall("([ab])([0-9]+)", column) for column in columns]
        bottom_up = [[2 * int(s) - (c == "a") for c, s in reversed(column)] for column in found]
        pieces = list(itertools.chain.from_iterable(bottom_up))
        demand("".join(c + s for column in found for c, s in column) == "".join(columns), "no position")
        return (*bottom_up[0], 0, *bottom_up[1], 0, *bottom_up[2]), pieces

    def columns(self, state):
        first = state.index(0)
        second = state.index(0, first + 1)
        return [list(state[:first]), list(state[first + 1 : second]), list(state[second + 1 :])]

    def levels(self, column):
        """Levels count from the track down. A piece rests on the one below, or at its own level."""
        below = float("inf")
        for piece in column:
            below = min((piece + 1) // 2, below - 1)
            yield below

    def has_room(self, column, number):
        """In the middle column a piece on the track would block it, unless no move passes by."""
        highest = 1 if number == 1 and not self.only_neighbours else 0
        return all(level >= highest for level in self.levels(column))

    def is_state(self, state):
        if state.count(0) != 2 or sorted(piece for piece in state if piece) != self.pieces:
            return False
        return all(self.has_room(column, number) for number, column in enumerate(self.columns(state)))

    def is_goal(self, state):
        return state == self.goal

    def children(self, state):
        for start, end in itertools.permutations(range(3), 2):
            child = self.moved(state, start, end)
            if child:
                yield child

    def moved(self, state, start, end):
        columns = self.columns(state)
        if not columns[start] or start == end or self.only_neighbours and abs(start - end) == 2:
            return None
        columns[end].append(columns[start].pop())
        if not self.has_room(columns[end], end):
            return None
        return (*columns[0], 0, *columns[1], 0, *columns[2])

    def needs(self, state, moves):
        return moves < NEVER and moves <= (state != self.goal)

    def replay(self, plan):
        state = self.start
        for start, end in plan:
            state = self.moved(state, start, end)
            demand(state, "the plan: a move is not legal")
        demand(state == self.goal, "the plan does not solve the puzzle")


# Atomix


class Atomix:
    """A state has the cell of each atom, in order of labels."""

    def __init__(self, instance, direction, heuristic):
        tests = {"supported-stops": False, "supported-pairs": True}
        known = {"generalized-distance", "pair-excess", *tests}
        demand(heuristic in known, "there is no such heuristic")
        demand(direction in ("forward", "backward"), "there is no such direction")
        demand(set(instance) == {"puzzle", "level"}, "the instance has other keys")
        board, _, molecule = instance["level"].partition("\n\nmolecule:\n")
        squares = {
            (r, c): char
            for r, row in enumerate(board.split("\n"))
            for c, char in enumerate(row)
            if char not in "# "
        }
        self.square = sorted(squares)
        self.cell = {square: cell for cell, square in enumerate(self.square)}
        self.ways = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        atoms = sorted((char, self.cell[at]) for at, char in squares.items() if char != ".")
        self.labels = [label for label, _ in atoms]
        self.start = tuple(cell for _, cell in atoms)
        self.width = len(atoms)
        shape = [
            (label, r, c)
            for r, row in enumerate(molecule.split("\n"))
            for c, label in enumerate(row)
            if label not in ". "
        ]
        demand(sorted(label for label, *_ in shape) == self.labels, "board and molecule differ")
        self.placements = list(self.places(shape))
        self.is_forward = direction == "forward"
        self.with_pairs = heuristic != "generalized-distance"
        self.roots, self.goals = [self.start], self.placements
        if not self.is_forward:
            self.roots, self.goals = self.goals, self.roots
        self.known = {}
        self.groups = [
            [atom for atom, other in enumerate(self.labels) if other == label]
            for label in sorted(set(self.labels))
        ]
        self.stops = Stops(self, tests[heuristic]) if heuristic in tests else None

    def places(self, shape):
        _, top, left = shape[0]
        for row, column in self.square:
            put = [(label, (r - top + row, c - left + column)) for label, r, c in shape]
            if all(square in self.cell for _, square in put):
                yield tuple(cell for _, cell in sorted((l, self.cell[at]) for l, at in put))

    def is_state(self, state):
        pairs = zip(zip(self.labels, state), zip(self.labels[1:], state[1:]))
        is_sorted = all(one < other for one, other in pairs)
        return is_sorted and len(set(state)) == self.width and max(state) < len(self.square)

    def is_goal(self, state):
        return state in self.goals

    def line(self, cell, way, taken):
        """The free cells from one, exclusive, in a direction."""
        row, column = self.square[cell]
        while True:
            row, column = row + way[0], column + way[1]
            at = self.cell.get((row, column))
            if at is None or at in taken:
                return
            yield at

    def moved(self, state, atom, cell):
        """The state with an atom elsewhere."""
        cells = list(state)
        cells[atom] = cell
        return tuple(cell for _, cell in sorted(zip(self.labels, cells)))

    def children(self, state):
        taken = set(state)
        for atom, cell in enumerate(state):
            for way in self.ways:
                line = list(self.line(cell, way, taken))
                if self.is_forward:
                    ends = line[-1:]
                else:
                    back = (-way[0], -way[1])
                    ends = [] if line else self.line(cell, back, taken)
                for end in ends:
                    yield self.moved(state, atom, end)

    def distances(self, places):
        """Fewest generalized moves of atoms in each other's way to some cells, from all cells."""
        if places not in self.known:
            distance, layer = {places: 0}, [places]
            while layer:
                following = []
                for cells in layer:
                    for atom, way in itertools.product(range(len(cells)), self.ways):
                        for cell in self.line(cells[atom], way, cells):
                            after = cells[:atom] + (cell,) + cells[atom + 1 :]
                            if after not in distance:
                                distance[after] = distance[cells] + 1
                                following.append(after)
                layer = following
            self.known[places] = distance
        return self.known[places]

    def apart(self, cells, places):
        return self.distances(places).get(cells, NEVER)

    def needs(self, state, moves):
        return all(self.is_as_far(state, goal, moves) for goal in self.goals)

    def is_as_far(self, state, goal, moves):
        total = sum(self.assigned([state[a] for a in g], [goal[a] for a in g]) for g in self.groups)
        if total >= moves or not self.with_pairs:
            return total >= moves
        weights = {}
        for one, other in itertools.combinations(range(self.width), 2):
            weight = self.excess(state, goal, one, other)
            if weight == NEVER:
                return True
            if weight:
                weights[one, other] = weight
        packing = heaviest(weights)
        if total + sum(weight for _, weight in packing) >= moves:
            return True
        can_test = self.stops and moves < NEVER
        return bool(can_test) and self.stops.refutes(state, goal, self.groups, packing, moves - 1)

    def assigned(self, cells, places):
        """The cheapest assignment, atom by atom over all sets of places."""
        costs = {frozenset(): 0}
        for cell in cells:
            following = {}
            for taken, cost in costs.items():
                for place in set(places) - taken:
                    sum_ = cost + self.apart((cell,), (place,))
                    key = taken | {place}
                    following[key] = min(sum_, following.get(key, NEVER))
            costs = following
        return costs[frozenset(places)]

    def excess(self, state, goal, one, other):
        key = (state[one], state[other], self.labels[one], self.labels[other], goal)
        if key not in self.known:
            cells = (state[one], state[other])
            places = [
                [goal[a] for a, label in enumerate(self.labels) if label == self.labels[atom]]
                for atom in (one, other)
            ]
            self.known[key] = min(
                (
                    self.apart(cells, pair)
                    - self.apart(cells[:1], pair[:1])
                    - self.apart(cells[1:], pair[1:])
                    for pair in itertools.product(*places)
                    if pair[0] != pair[1] and self.apart(cells, pair) < NEVER
                ),
                default=NEVER,
            )
        return self.known[key]

    def replay(self, plan):
        state = self.start
        for start, end in plan:
            demand(start in state, "the plan: a move is not legal")
            ends = [list(self.line(start, way, set(state)))[-1:] for way in self.ways]
            demand([end] in ends, "the plan: a move is not legal")
            state = self.moved(state, state.index(start), end)
        demand(state in self.placements, "the plan does not solve the puzzle")


def heaviest(weights):
    """The first of the heaviest sets of pairs of which no two share an atom, with their weights."""
    if not weights:
        return []
    atom = min(weights)[0]
    without = {pair: weight for pair, weight in weights.items() if atom not in pair}
    sets = []
    for pair in sorted(weights):
        if atom in pair:
            rest = {p: w for p, w in without.items() if not set(p) & set(pair)}
            sets.append([(pair, weights[pair]), *heaviest(rest)])
    sets.append(heaviest(without))
    return max(sets, key=lambda pairs: sum(weight for _, weight in pairs))


# The proof


def check(data):
    """What a certificate shows."""
    header, sections_read = sections(data)
    puzzles = {"atomix": Atomix, "panex": Panex, "tiles": Tiles}
    demand(isinstance(header["instance"], dict), "there is no instance")
    puzzle = puzzles.get(header["instance"].get("puzzle"))
    demand(puzzle, "there is no such puzzle")
    graph = puzzle(header["instance"], header["direction"], header["heuristic"])
    lower = NEVER if header["lower"] is None else header["lower"]
    if header["plan"] is not None:
        graph.replay(header["plan"])
        demand(lower <= len(header["plan"]), "the plan is shorter than claimed")
    listed, before = {}, None
    for state, g in listed_states(sections_read, graph.width):
        demand(before is None or before < (g, state), "states are out of order")
        demand(state not in listed, f"{state} is listed twice")
        demand(graph.is_state(state), f"{state} is no state")
        demand(not graph.is_goal(state), f"{state} is a goal")
        before, listed[state] = (g, state), g
    for root in graph.roots:
        demand(listed.get(root, NEVER) == 0 or graph.needs(root, lower), f"root {root} is missing")
    for state, g in listed.items():
        for child in graph.children(state):
            is_settled = listed.get(child, NEVER) <= g + 1 or graph.needs(child, lower - g - 1)
            demand(is_settled, f"{child}, a child of {state} at g = {g}, is missing")
    return header, len(listed)


def main():
    code = 0
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            data = file.read()
        try:
            header, states = check(data)
            lower = "no plan" if header["lower"] is None else f"at least {header['lower']} moves"
            print(f"{name}: accepted: {lower}, {states} states")
        except (Rejected, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            print(f"{name}: rejected: {error}")
            code = 30
    return code


if __name__ == "__main__":
    sys.exit(main())
