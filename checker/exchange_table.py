"""Ways between choke points of size 2, and the effect of every ending of a way on a partial state.

book/src/theory/panex-exchange.md has the terms. A partial state is (pattern, row, history), an
ending (pattern, history).
"""

from exchange_channels import BEGINNING, after, events

PATTERNS = range(5)
FREE = (1, 0, 0, 2, 2)
# How many of the four small pieces stand in each column.
HEIGHTS = ((2, 0, 2), (0, 2, 2), (0, 1, 3), (2, 2, 0), (3, 1, 0))
HIGHEST = (0, 1, 0)


def zone_of(pattern):
    """The pieces of a choke point, each as its size and whether its twin came before it."""
    met, zone = set(), []
    for height in HEIGHTS[pattern]:
        column = []
        for level in range(3 - height, 3):
            size = max(level, 1)
            column.append((level, (size, size in met)))
            met.add(size)
        zone.append(tuple(column))
    return tuple(zone)


SORTED = {
    tuple(tuple((level, size) for level, (size, _) in column) for column in zone_of(pattern)): pattern
    for pattern in PATTERNS
}


def choke_point(zone):
    """The pattern and the swaps, size 2 as the higher bit, if the small pieces stand sorted."""
    pattern = SORTED.get(tuple(tuple((level, piece[0]) for level, piece in column) for column in zone))
    if pattern is None:
        return None
    first = {}
    for column in zone:
        for _, (size, is_second) in column:
            first.setdefault(size, is_second)
    return pattern, 2 * first[2] + first[1]


def moves(zone, history):
    """A column has the pieces in the zone from the top down, as (level, piece); big ones are letters."""
    for start in range(3):
        if zone[start]:
            piece, rest, lifted = zone[start][0][1], zone[start][1:], history
        elif history[-1][start]:
            piece, rest = history[-1][start][0], ()
            lifted = after(history, (piece, start, False))
        else:
            continue
        if lifted is None:
            continue
        for end in range(3):
            if end == start:
                continue
            top = zone[end][0][0] if zone[end] else 3
            level = min(top - 1, 2 if isinstance(piece, str) else piece[0])
            columns = list(zone)
            columns[start] = rest
            if level >= HIGHEST[end]:
                columns[end] = ((level, piece), *zone[end])
                yield tuple(columns), lifted
            if isinstance(piece, str) and not zone[end]:
                dropped = after(lifted, (piece, end, True))
                if dropped is not None:
                    columns[end] = ()
                    yield tuple(columns), dropped


def ways_of_two(pattern):
    """The fewest moves of ways from a pattern, by their ending and then by swaps."""
    start = (zone_of(pattern), BEGINNING)
    seen, layer, costs, depth = {start}, [start], {}, 0
    while layer:
        following = []
        for zone, history in layer:
            end = choke_point(zone) if depth else None
            if end:
                costs.setdefault((end[0], history), {}).setdefault(end[1], depth)
                continue
            for state in moves(zone, history):
                if state not in seen:
                    seen.add(state)
                    following.append(state)
        layer, depth = following, depth + 1
    return costs


def start_of(pattern):
    return row_of(pattern, False, BEGINNING)


def row_of(pattern, is_swapped, history):
    """The choke point of the next size with these twins."""
    twins = ["2", "1"] if is_swapped else ["1", "2"]
    row = tuple("." if column == FREE[pattern] else twins.pop(0) for column in range(3))
    return pattern, row, history


def swap_of(partial):
    """Whether the twins are swapped if this is a choke point of the next size, else None."""
    for is_swapped in (False, True):
        if row_of(partial[0], is_swapped, partial[2]) == partial:
            return is_swapped
    return None


def results(partial, ending):
    """The partial states after a way with this ending: where big pieces rest is decided late."""
    _, row, history = partial
    tops = [(row[column] if row[column] != "." else "") + history[-1][column] for column in range(3)]
    parts = {"A": tops[0][:1], "B": tops[1][:1], "C": tops[1][1:2], "D": tops[2][:1]}
    states = {(row, history, (False,) * 3)}
    for part, column, is_drop in events(ending[1]):
        piece, following = parts[part], set()
        for row, below, dropped in states:
            last = dropped[:column] + (is_drop,) + dropped[column + 1 :]
            if not piece:
                continue
            if is_drop and row[column] == ".":
                following.add((row[:column] + (piece,) + row[column + 1 :], below, last))
                deeper = piece.isalpha() and after(below, (piece, column, True))
                if deeper:
                    following.add((row, deeper, last))
            elif not is_drop and row[column] == piece:
                following.add((row[:column] + (".",) + row[column + 1 :], below, last))
            elif not is_drop and row[column] == "." and piece.isalpha() and not dropped[column]:
                lifted = after(below, (piece, column, False))
                if lifted:
                    following.add((row, lifted, last))
        states = following
    return {(ending[0], row, below) for row, below, _ in states}


class Table:
    def __init__(self):
        self.ways_of_two = [ways_of_two(pattern) for pattern in PATTERNS]
        self.transitions = {}
        self.reached = [self.reached_from(pattern) for pattern in PATTERNS]

    def reached_from(self, pattern):
        """The partial states on ways of the next size from a pattern."""
        start = start_of(pattern)
        reached, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            if at != start and swap_of(at) is not None:
                continue
            if at not in self.transitions:
                found = ((ending, results(at, ending)) for ending in self.ways_of_two[at[0]])
                self.transitions[at] = {ending: after for ending, after in found if after}
            for some in self.transitions[at].values():
                waiting += some - reached
                reached |= some
        return reached

    def continues(self, pattern, at):
        return at == start_of(pattern) or swap_of(at) is None

    def endings(self, pattern):
        return {(at[0], at[2]) for at in self.reached[pattern] if swap_of(at) is not None}
