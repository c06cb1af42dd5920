"""Audits of divided searches: book/src/reference/certificates.md says what they claim and show."""

import math
import random
import time

import header
from artifact import lines_of, read
from refusal import NotChecked, demand, number

BEGINS = b"fewest audit 1\n"
MOST_STATES = 1_000_000
# Searches in Python are slow: no more units are begun after this many seconds. Those before
# are still a sample: it would be just as unlikely for the first k to be right, whatever k.
MOST_UNITS = 300
SECONDS = 5


def check(data):
    fields = ["search", "depth", "units", "built-by"]
    (search, depth, many, _), rest = read(data, "fewest audit 1", fields)
    claim, graph = header.read(search)
    demand(claim["direction"] == "forward" and claim["lower"] is not None, "searches in this direction are not audited")
    depth = number(depth)
    units = dict(map(unit, lines_of(rest)))
    demand(many == str(len(rest.splitlines())), "the number of units does not match the header")
    demand(list(units) == layer_at(graph, depth), f"the units are not the states after {depth} moves")
    demand(len(units) == number(many), "a unit is listed twice")
    is_near = any(lower > 0 and graph.is_goal(state) for state, lower in units.items())
    demand(not is_near, "a unit that is a goal has a bound of more than 0")
    lower, least = claim["lower"], min(units.values(), default=header.MOST_MOVES)
    demand(lower <= depth + least, f"the units prove a bound of only {depth + least} moves")
    searched = sample(graph, units)
    which = "all" if searched == len(units) else f"{searched} of {len(units)}"
    shown = f"{which} units were searched again, none is wrong"
    if searched == len(units):
        return f"{shown}: at least {lower} moves"
    # Never less than was shown.
    share = math.ceil(1000 * (1 - 0.05 ** (1 / searched))) / 10
    return f"{shown}; with 95 % confidence fewer than {share:.1f} % are; if none is, at least {lower} moves"


def unit(line):
    state, lower, expanded = line.split(" ")
    demand(number(expanded) < 2**64, "a number of states is expected")
    demand(bytes.fromhex(state).hex() == state, "a state is expected")
    demand(number(lower) <= header.MOST_MOVES, "a bound is expected")
    return tuple(bytes.fromhex(state)), number(lower)


def layer_at(graph, depth):
    """The states that are reached in this many moves and no fewer, in ascending order."""
    layer = set(graph.roots)
    seen = set(layer)
    for moves in range(depth):
        demand(not any(map(graph.is_goal, layer)), f"a goal is reached after {moves} moves")
        layer = {child for state in layer for child in graph.children(state)} - seen
        seen |= layer
        if len(seen) > MOST_STATES:
            raise NotChecked(f"there are more than {MOST_STATES} states before the units")
        if not layer:
            break
    return sorted(layer)


def sample(graph, units):
    """Searches randomly chosen units again, and returns how many."""
    until = time.monotonic() + SECONDS
    chosen = random.SystemRandom().sample(list(units), min(MOST_UNITS, len(units)))
    search = Search(graph)
    for searched, state in enumerate(chosen):
        if searched > 0 and time.monotonic() > until:
            return searched
        is_right = not search.has_plan(state, units[state] - 1)
        demand(is_right, f"a plan from {state} has fewer than {units[state]} moves")
    return len(chosen)


class Search:
    """Bounded depth-first search. It stores within how many moves a state has no plan."""

    def __init__(self, graph):
        self.graph, self.without_plan = graph, {}

    def has_none(self, state, budget):
        if budget >= 0 and self.without_plan.get(state, -1) < budget:
            if not self.graph.needs(state, budget + 1):
                return False
            self.without_plan[state] = budget
        return True

    def has_plan(self, start, budget):
        """Whether some plan from a state has at most `budget` moves."""
        path = [(None, budget + 1, iter([start]))]
        while path:
            state, left, children = path[-1]
            child = next(children, None)
            if child is None:
                path.pop()
                self.without_plan[state] = left
            elif not self.has_none(child, left - 1):
                if self.graph.is_goal(child):
                    return True
                path.append((child, left - 1, self.graph.children(child)))
        return False
