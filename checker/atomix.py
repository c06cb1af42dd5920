"""Atomix."""

import itertools
import re
from math import inf as NEVER

from effort import Effort
from refusal import demand
from unsupported_stops import Stops

BOARD, MOLECULE = r"([0-9A-Za-z+*#. ]+\n)+", r"([0-9A-Za-z+*.]+\n)+"
MOST_CELLS = 255
MOST_ATOMS = 64
# For one state: no checked list of the usual levels took a twentieth of this.
MOST_STEPS = 1 << 23
# For all states together, as each step keeps some hundred bytes.
MOST_KEPT = 1 << 23


def is_box(rows, empty):
    """Whether rows are equally long, and none at the border is empty, nor a column there."""
    columns = list(zip(*rows))
    border = (rows[0], rows[-1], columns[0], columns[-1])
    return len({len(row) for row in rows}) == 1 and all(set(line) != {empty} for line in border)


class Atomix:
    """A state is the cell of each atom, in order of labels."""

    def __init__(self, instance, direction, heuristic):
        tests = {"supported-stops": False, "supported-pairs": True}
        known = {"generalized-distance", "pair-excess", "triple-excess", *tests}
        demand(heuristic in known, "there is no such heuristic")
        demand(direction in ("forward", "backward"), "there is no such direction")
        demand(set(instance) == {"puzzle", "level"}, "the instance has the wrong keys")
        board, _, molecule = instance["level"].partition("\n\nmolecule:\n")
        is_known = re.fullmatch(BOARD, board + "\n") and re.fullmatch(MOLECULE, molecule)
        is_in_rows = is_known and is_box(board.split("\n"), " ") and is_box(molecule[:-1].split("\n"), ".")
        demand(is_in_rows, "the board is not written in rows")
        squares = {
            (r, c): char
            for r, row in enumerate(board.split("\n"))
            for c, char in enumerate(row)
            if char not in "# "
        }
        self.square = sorted(squares)
        demand(len(self.square) <= MOST_CELLS, f"there are more than {MOST_CELLS} cells")
        self.cell = {square: cell for cell, square in enumerate(self.square)}
        self.ways = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        walls = {
            (r, c)
            for r, row in enumerate(board.split("\n"))
            for c, char in enumerate(row)
            if char == "#"
        }
        beside = {(r + dr, c + dc) for r, c in self.square for dr, dc in self.ways}
        demand(beside <= squares.keys() | walls, "the board is open")
        atoms = sorted((char, self.cell[at]) for at, char in squares.items() if char != ".")
        demand(0 < len(atoms) <= MOST_ATOMS, f"there are no atoms, or more than {MOST_ATOMS}")
        joined = waiting = {self.square[cell] for _, cell in atoms}
        while waiting:
            waiting = {(r + dr, c + dc) for r, c in waiting for dr, dc in self.ways} & squares.keys() - joined
            joined = joined | waiting
        demand(joined == squares.keys(), "no atom can reach a square that is written as free")
        self.labels = [label for label, _ in atoms]
        self.start = tuple(cell for _, cell in atoms)
        self.width = len(atoms)
        shape = [
            (label, r, c)
            for r, row in enumerate(molecule.split("\n"))
            for c, label in enumerate(row)
            if label != "."
        ]
        demand(sorted(label for label, *_ in shape) == self.labels, "board and molecule differ")
        self.placements = list(self.places(shape))
        demand(self.placements, "the molecule fits nowhere")
        self.is_forward = direction == "forward"
        self.with_pairs = heuristic != "generalized-distance"
        self.with_triples = heuristic == "triple-excess"
        self.roots, self.goals = [self.start], self.placements
        if not self.is_forward:
            self.roots, self.goals = self.goals, self.roots
        self.known = {}
        self.kept = Effort(MOST_KEPT, "keeping distances of pairs of atoms")
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
        """The free cells from one (exclusive) in a direction."""
        row, column = self.square[cell]
        while True:
            row, column = row + way[0], column + way[1]
            at = self.cell.get((row, column))
            if at is None or at in taken:
                return
            yield at

    def moved(self, state, atom, cell):
        """The state with one atom elsewhere."""
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
        """The fewest generalized moves of mutually obstructing atoms from all cells to some."""
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
            self.kept.spend(len(distance))
        return self.known[places]

    def apart(self, cells, places):
        return self.distances(places).get(cells, NEVER)

    def needs(self, state, moves):
        self.effort = Effort(MOST_STEPS, "the bound of a state")
        return all(self.is_as_far(state, goal, moves) for goal in self.goals)

    def is_as_far(self, state, goal, moves):
        total = sum(self.assigned([state[a] for a in g], [goal[a] for a in g]) for g in self.groups)
        if total >= moves or not self.with_pairs:
            return total >= moves
        weights = {}
        for size in (2, 3) if self.with_triples else (2,):
            for atoms in itertools.combinations(range(self.width), size):
                weight = self.excess(state, goal, atoms)
                if weight == NEVER:
                    return True
                pairs = itertools.combinations(atoms, 2)
                if weight > max(weights.get(pair, 0) for pair in pairs):
                    weights[atoms] = weight
        packing = heaviest(weights, self.effort)
        if total + sum(weight for _, weight in packing) >= moves:
            return True
        can_test = self.stops and moves < NEVER
        return bool(can_test) and self.stops.refutes(state, goal, self.groups, packing, moves - 1)

    def assigned(self, cells, places):
        """The cheapest assignment, atom by atom over all sets of places."""
        costs = {frozenset(): 0}
        for cell in cells:
            following = {}
            self.effort.spend(len(costs) * len(places))
            for taken, cost in costs.items():
                for place in set(places) - taken:
                    sum_ = cost + self.apart((cell,), (place,))
                    key = taken | {place}
                    following[key] = min(sum_, following.get(key, NEVER))
            costs = following
        return costs[frozenset(places)]

    def excess(self, state, goal, atoms):
        """The moves of some atoms beyond their distances, over all places of their labels."""
        self.effort.spend()
        cells = tuple(state[atom] for atom in atoms)
        key = (cells, tuple(self.labels[atom] for atom in atoms), goal)
        if key not in self.known:
            places = [
                [goal[a] for a, label in enumerate(self.labels) if label == self.labels[atom]]
                for atom in atoms
            ]
            choices = list(itertools.product(*places))
            self.effort.spend(len(choices))
            self.kept.spend()
            self.known[key] = min(
                (
                    self.apart(cells, choice)
                    - sum(self.apart((cell,), (place,)) for cell, place in zip(cells, choice))
                    for choice in choices
                    if len(set(choice)) == len(atoms) and self.apart(cells, choice) < NEVER
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


def heaviest(weights, effort):
    """The first of the heaviest sets of disjoint pieces, which are pairs or triples of atoms."""
    effort.spend(1 + len(weights))
    if not weights:
        return []
    atom = min(weights)[0]
    without = {piece: weight for piece, weight in weights.items() if atom not in piece}
    sets = []
    for piece in sorted(weights):
        if atom in piece:
            rest = {p: w for p, w in without.items() if not set(p) & set(piece)}
            sets.append([(piece, weights[piece]), *heaviest(rest, effort)])
    sets.append(heaviest(without, effort))
    return max(sets, key=lambda pieces: sum(weight for _, weight in pieces))
