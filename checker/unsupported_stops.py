"""The test for unsupported stops, in a simple form on sets of cells.

book/src/theory/unsupported-stops.md defines it, and says why refuted states have no plan. The terms
are those of that page: shares, structures, cases, domains, routes.
"""

import itertools

MOST_SLACK = 5


class Stops:
    """The test on a board, for ways from the cells of a state to places, or back."""

    def __init__(self, graph, with_pairs):
        self.graph, self.with_pairs = graph, with_pairs
        cells = range(len(graph.square))
        self.ways = range(4)
        self.lines = {
            (cell, way): list(graph.line(cell, graph.ways[way], ())) for cell in cells for way in self.ways
        }
        self.walls = {at for at, line in self.lines.items() if not line}

    def refutes(self, state, goal, groups, packing, budget):
        """Whether no plan of at most `budget` moves leads from a state to a goal."""
        bound, self.candidates, self.structure = 0, {}, {}
        for group in groups:
            bound += self.share_out(group, state, goal)
        self.weights = [weight for _, weight in packing]
        bound += sum(self.weights)
        for atom in range(len(state)):
            packed = [number for number, (pair, _) in enumerate(packing) if atom in pair]
            if not packed:
                packed = [len(self.weights)]
                self.weights.append(0)
            self.structure[atom] = packed[0]
        slack = budget - bound
        if slack < 0:
            return True
        return slack <= MOST_SLACK and self.have_no_plan([0] * len(self.weights), 0, slack)

    def share_out(self, group, state, goal):
        """Gives each atom of a group its ways, as (first cell, last cell, share, reduced distance)."""
        self.graph.effort.spend(len(group) ** 3)
        costs = [[self.graph.apart((state[a],), (goal[b],)) for b in group] for a in group]
        of_atom, of_place = potentials(costs)
        for a, atom in enumerate(group):
            self.candidates[atom] = []
            for b, place in enumerate(group):
                ends = (state[atom], goal[place])
                if not self.graph.is_forward:
                    ends = ends[::-1]
                share = of_atom[a] + of_place[b]
                if costs[a][b] < float("inf"):
                    self.candidates[atom].append((*ends, share, costs[a][b] - share))
        return sum(of_atom) + sum(of_place)

    def have_no_plan(self, caps, first, left):
        """Whether all ways to raise caps by `left` together, from some structure on, are refuted."""
        if not self.is_refuted(caps):
            return False
        return left == 0 or all(
            self.have_no_plan(caps[:number] + [caps[number] + 1] + caps[number + 1 :], number, left - 1)
            for number in range(first, len(caps))
        )

    def is_refuted(self, caps):
        """Whether propagation refutes a case."""
        most = [weight + cap for weight, cap in zip(self.weights, caps)]
        atoms = range(len(self.structure))
        self.least = [0] * len(atoms)
        self.rests = {}
        for atom in atoms:
            for start, end, share, reduced in self.candidates[atom]:
                self.graph.effort.spend(len(self.graph.square))
                if reduced <= most[self.structure[atom]]:
                    slides = share + most[self.structure[atom]]
                    self.rests[atom, start, end] = {
                        cell
                        for cell in range(len(self.graph.square))
                        if self.graph.apart((start,), (cell,)) + self.graph.apart((cell,), (end,)) <= slides
                    }
        changed = True
        while changed:
            changed = False
            for atom in atoms:
                stops, obstacles = self.provided((atom,))
                least = float("inf")
                for start, end, share, _ in self.candidates[atom]:
                    within = self.rests.get((atom, start, end))
                    if not within:
                        continue
                    slides = share + self.extra(most, (atom,))
                    cells, fewest = self.routes(start, end, slides, within, stops, obstacles)
                    changed |= cells != within
                    self.rests[atom, start, end] = cells
                    if cells:
                        least = min(least, fewest - share)
                if not self.domain(atom):
                    return True
                changed |= least != self.least[atom]
                self.least[atom] = least
            if any(self.spent(number, ()) > most_ for number, most_ in enumerate(most)):
                return True
        return self.with_pairs and any(
            not self.have_joint_routes(pair, most)
            for pair in itertools.combinations(atoms, 2)
            if all(len(self.domain(atom)) > 1 for atom in pair)
        )

    def domain(self, atom):
        self.graph.effort.spend(len(self.candidates[atom]))
        return set().union(*(self.rests.get((atom, c[0], c[1]), ()) for c in self.candidates[atom]))

    def spent(self, structure, but):
        """The least that atoms of a structure, except some, make beyond their shares."""
        return sum(
            least
            for atom, least in enumerate(self.least)
            if self.structure[atom] == structure and atom not in but
        )

    def extra(self, most, atoms):
        """The most that some atoms may make beyond their shares together."""
        structures = {self.structure[atom] for atom in atoms}
        return sum(most[number] - self.spent(number, atoms) for number in structures)

    def provided(self, but):
        """Where walls and all other atoms stop slides, and those of them that never move."""
        stops, obstacles = set(self.walls), set()
        for atom in range(len(self.structure)):
            if atom not in but:
                domain = self.domain(atom)
                stops |= self.beside(domain)
                if len(domain) == 1:
                    obstacles |= domain
        return stops, obstacles

    def beside(self, cells):
        """(cell, way) for slides that are stopped by an atom at one of some cells."""
        self.graph.effort.spend(len(cells))
        back = (1, 0, 3, 2)
        lines = ((self.lines[cell, back[way]][:1], way) for cell in cells for way in self.ways)
        return {(line[0], way) for line, way in lines if line}

    def line(self, cell, way, obstacles):
        for at in self.lines[cell, way]:
            if at in obstacles:
                return
            yield at

    def slides(self, cell, within, stops, obstacles):
        """Where a slide from a cell may end."""
        self.graph.effort.spend()
        for way in self.ways:
            for at in self.line(cell, way, obstacles):
                if at in within and (at, way) in stops:
                    yield at

    def routes(self, start, end, slides, within, stops, obstacles):
        """The cells on the routes of an atom, and the fewest slides."""
        if start in obstacles or end in obstacles:
            return set(), 0
        after = {cell: set(self.slides(cell, within, stops, obstacles)) for cell in within | {start}}
        before = {cell: [] for cell in after}
        for at, ends in after.items():
            for cell in ends:
                before[cell].append(at)
        made, left = steps(start, after), steps(end, before)
        cells = {at for at in made if at in left and made[at] + left[at] <= slides}
        return cells, made.get(end, 0)

    def have_joint_routes(self, pair, most):
        stops, obstacles = self.provided(pair)
        extra = self.extra(most, pair)
        for one, other in itertools.product(*(self.candidates[atom] for atom in pair)):
            self.graph.effort.spend()
            within = [self.rests.get((atom, c[0], c[1])) for atom, c in zip(pair, (one, other))]
            if all(within) and one[0] != other[0] and one[1] != other[1]:
                slides = one[2] + other[2] + extra
                if self.is_joint_route(one[:2], other[:2], slides, within, stops, obstacles):
                    return True
        return False

    def is_joint_route(self, one, other, slides, within, stops, obstacles):
        known = layer = {(one[0], other[0])}
        for _ in range(slides):
            following = set()
            for at in layer:
                for mover in (0, 1):
                    still = at[1 - mover]
                    stops_now = stops | self.beside([still])
                    for cell in self.slides(at[mover], within[mover], stops_now, obstacles | {still}):
                        following.add((cell, still) if mover == 0 else (still, cell))
            layer = following - known
            known = known | layer
        return (one[1], other[1]) in known


def steps(start, following):
    """The fewest steps from a start."""
    found, layer = {start: 0}, [start]
    while layer:
        layer = [(at, cell) for cell in layer for at in following.get(cell, ())]
        fresh = []
        for at, cell in layer:
            if at not in found:
                found[at] = found[cell] + 1
                fresh.append(at)
        layer = fresh
    return found


def potentials(costs):
    """The potentials of the Hungarian method: atom by atom, the least place among equal costs."""
    size = len(costs)
    of_atom, of_place, holder = [0] * (size + 1), [0] * (size + 1), [0] * (size + 1)
    for atom in range(1, size + 1):
        holder[0], at = atom, 0
        least, before, done = [float("inf")] * (size + 1), [0] * (size + 1), [False] * (size + 1)
        while holder[at]:
            done[at], mover, step, following = True, holder[at], float("inf"), 0
            for place in range(1, size + 1):
                if done[place]:
                    continue
                reduced = costs[mover - 1][place - 1] - of_atom[mover] - of_place[place]
                if reduced < least[place]:
                    least[place], before[place] = reduced, at
                if least[place] < step:
                    step, following = least[place], place
            for place in range(size + 1):
                if done[place]:
                    of_atom[holder[place]] += step
                    of_place[place] -= step
                else:
                    least[place] -= step
            at = following
        while at:
            holder[at] = holder[before[at]]
            at = before[at]
    return of_atom[1:], of_place[1:]
