"""The certificate of Panex: X(n) and T(n) for all n from 5 on.

book/src/reference/panex-certificate.md numbers what is checked; theory/panex-proof.md says what that proves.
"""

from functools import cache

from exchange_costs import exact_costs, joined, of_values, value
from exchange_costs import plus as raised
from exchange_forms import ZERO, at, below, is_never_negative, minus, plus
from exchange_table import PATTERNS, Table, results, row_of, start_of, swap_of
from exchange_text import FIRST_LINE, PARITIES, Text, other
from refusal import NotChecked, Rejected, demand

BEGINS = FIRST_LINE.encode() + b"\n"
FIRST = {"odd": 5, "even": 6}
# What no program checks: `fewest verify` says so in the same words.
ASSUMES = "the claim on levels holds, which the book argues but does not prove (theory/panex-exchange.md)"
GOALS = {"exchange": (0, 1), "transfer": (3, 0)}


def check(data):
    table = cache(Table)
    try:
        text = Text(data.decode(), table)
    except (Rejected, UnicodeDecodeError) as error:
        raise NotChecked(f"it cannot be read: {error}") from error
    proof = Proof(text, table())
    proof.costs_are_exact()
    proof.transitions_cost_no_less()
    proof.ways_are_partials()
    proof.ends_follow()
    proof.rules_lead_to_the_goals()
    return f"X(n) and T(n) are as stated for all n >= 5 if {ASSUMES}"


class Proof:
    def __init__(self, text, table):
        demand(text.values.keys() == set(text.names("o")), "values are missing")
        demand(all(any(both) for both in text.functions.values()), "a function has no branch")
        self.text, self.table = text, table
        self.exact = exact_costs(table, 8)
        for pattern in PATTERNS:
            is_same = table.endings(pattern) == set(table.ways_of_two[pattern])
            assert is_same, "ways of size 2 end as all others do"

    # 1

    def costs_are_exact(self):
        functions, used = {}, {}
        for size in range(5, 9):
            parity = PARITIES[size % 2 == 0]
            functions = self.functions_at(size, parity, functions)
            exact, costs = self.by_key(self.exact[size]), self.costs(parity)
            demand(set(exact) == set(costs), f"other {parity} costs are needed")
            for key, (name, offset) in costs.items():
                is_exact = raised(functions[name], at(offset, size)) == exact[key]
                demand(is_exact, f"{key[0]}: the cost at size {size} does not match")
            used[size] = {name for name, _ in costs.values()}
        for size in range(8, 5, -1):
            used[size - 1] |= {branch[0] for name in used[size] for branch in self.text.functions[name] if branch}
        needed = used[5] & used[7] | used[6] | used[8]
        demand(needed == set(self.text.functions), "a function is not needed")

    def functions_at(self, size, parity, smaller):
        if size == 5:
            return {name: of_values(values) for name, values in self.text.values.items()}
        found = {}
        for name in self.text.names(parity[0]):
            both = [branch and raised(smaller[branch[0]], at(branch[1], size)) for branch in self.text.functions[name]]
            found[name] = joined(*both)
        return found

    def costs(self, parity):
        return {key[1:]: cost for key, cost in self.text.costs.items() if key[0] == parity}

    @staticmethod
    def by_key(costs):
        found = {("way", *key): cost for key, cost in costs.ways.items()}
        found.update({("partial", *key): cost for key, cost in costs.partials.items()})
        found.update({("distance", key): cost for key, cost in costs.distances.items()})
        return found

    # 2 and 3

    def transitions_cost_no_less(self):
        self.needed, waiting = set(), []
        for parity in PARITIES:
            costs = self.costs(parity)
            for here, way, there in self.transitions():
                f, before = ("same", ZERO) if here is None else costs[here]
                (g, by), (h, after) = costs[way], costs[there]
                waiting.append((f, g, h))
                sum_ = plus(before, by, self.least((f, g, h)))
                demand(is_never_negative(minus(sum_, after), FIRST[parity]), f"going on by {way} costs less")
        while waiting:
            triple = waiting.pop()
            if triple not in self.needed:
                self.needed.add(triple)
                waiting += self.least_of_branches(triple)
        demand(self.needed == set(self.text.least), "a least value is not needed")

    def least(self, triple):
        demand(triple in self.text.least, f"the least value of {triple} is missing")
        return self.text.least[triple]

    def transitions(self):
        for pattern in PATTERNS:
            for here in self.table.reached[pattern]:
                if self.table.continues(pattern, here):
                    key = None if here == start_of(pattern) else ("partial", pattern, here)
                    for ending, there in self.table.transitions[here].items():
                        for to in there:
                            yield key, ("way", here[0], ending), ("partial", pattern, to)
            for ending in self.table.endings(pattern):
                if len(ending[1]) == 1:
                    yield ("distance", pattern), ("way", pattern, ending), ("distance", ending[0])

    def least_of_branches(self, triple):
        """The triples, one size below, that a least value follows from."""
        f, g, h = triple
        said, first = self.least(triple), FIRST["even"]
        if g[0] == "o":
            first = 7
            self.least_at_five(triple, at(said, 5))
        same = [("same", ZERO), None]
        fs, gs, hs = (same if name == "same" else self.text.functions[name] for name in (f, g, h))
        triples, is_reached = [], False
        for x, y in ((x, y) for x in (0, 1) for y in (0, 1) if fs[x] and gs[y]):
            end = hs[x ^ y]
            demand(end, f"the least value of {triple}: a branch is impossible")
            branch = (fs[x][0], gs[y][0], end[0])
            sum_ = minus(plus(fs[x][1], gs[y][1], below(self.least(branch))), end[1])
            difference = minus(sum_, said)
            demand(is_never_negative(difference, first), f"the least value of {triple} is too large")
            is_reached = is_reached or difference == ZERO
            triples.append(branch)
        demand(is_reached, f"the least value of {triple} is too small")
        return triples

    def least_at_five(self, triple, said):
        same = [0] + 31 * [None]
        f, g, h = (same if name == "same" else self.text.values[name] for name in triple)
        f, g = ([(v, cost) for v, cost in enumerate(some) if cost is not None] for some in (f, g))
        ends = [(h[v ^ w], one + two) for v, one in f for w, two in g]
        demand(all(end is not None for end, _ in ends), f"the least value of {triple}: an end is impossible")
        is_least = not ends or min(cost - end for end, cost in ends) == said
        demand(is_least, f"the least value of {triple} at size 5 does not match")

    # 4

    def ways_are_partials(self):
        for parity in PARITIES:
            costs, larger = self.costs(parity), self.costs(other(parity))
            for pattern in PATTERNS:
                for ending in self.table.endings(pattern):
                    name, offset = larger["way", pattern, ending]
                    for is_swapped, branch in enumerate(self.text.functions[name]):
                        end = row_of(ending[0], bool(is_swapped), ending[1])
                        cost = costs.get(("partial", pattern, end))
                        said = branch and (branch[0], plus(branch[1], offset))
                        demand(said == (cost and (cost[0], below(cost[1]))), f"a way to {end} costs something else")

    # 5

    def ends_follow(self):
        waiting = []
        for parity in PARITIES:
            costs = self.costs(parity)
            name, offset = costs["distance", 0]
            demand(plus(offset, self.end(name, 0)) == ZERO, "the start is at a distance")
            waiting.append((name, 0))
            for goal, (pattern, is_swapped) in GOALS.items():
                demand((parity, goal) in self.text.lengths, f"the {parity} {goal} is missing")
                name, offset = costs["distance", pattern]
                is_same = plus(offset, self.end(name, is_swapped)) == self.text.lengths[parity, goal][0]
                demand(is_same, f"the distance of the {goal} does not match")
                waiting.append((name, is_swapped))
        needed = set()
        while waiting:
            name, is_swapped = end = waiting.pop()
            if end in needed:
                continue
            needed.add(end)
            if name[0] == "o":
                value_ = self.text.values[name][31 * is_swapped]
                demand(at(self.end(*end), 5) == value_, f"ends {is_swapped} {name}: at size 5 it does not match")
            branch = self.text.functions[name][is_swapped]
            demand(branch, f"ends {is_swapped} {name}: there is none")
            follows = plus(branch[1], below(self.end(branch[0], is_swapped)))
            demand(self.end(*end) == follows, f"ends {is_swapped} {name}: it does not follow")
            waiting.append((branch[0], is_swapped))
        demand(needed == set(self.text.ends), "an end is not needed")

    def end(self, name, is_swapped):
        demand((name, is_swapped) in self.text.ends, f"ends {is_swapped} {name} is missing")
        return self.text.ends[name, is_swapped]

    # 6

    def rules_lead_to_the_goals(self):
        used = set()
        for parity in PARITIES:
            for rule in self.text.rules[parity]:
                self.rule_holds(parity, *rule)
            for goal in GOALS:
                self.goal_is_reached(parity, goal)
                used |= {(parity, part) for part in self.text.lengths[parity, goal][1]}
        waiting = list(used)
        while waiting:
            parity, rule = waiting.pop()
            fresh = {(other(parity), part) for part in self.text.rules[parity][rule][4]} - used
            waiting += fresh
            used |= fresh
        demand(len(used) == sum(map(len, self.text.rules.values())), "a rule is not needed")

    def parts(self, parity, places):
        demand(places, "there are no parts")
        return [self.text.rules[parity][place] for place in places]

    def rule_holds(self, parity, pattern, ending, swaps, cost, places):
        demand(ending in self.table.endings(pattern), "a rule is of no way")
        parts = self.parts(other(parity), places)
        if parity == "odd":
            exact = value(self.exact[7].ways[pattern, ending], swaps.at(7), 7)
            demand(at(cost, 7) == exact, "a rule does not cost so much at size 7")
        reached = {start_of(pattern)}
        for place, (start, end, *_) in enumerate(parts):
            here = {one for one in reached if one[0] == start and (place == 0 or swap_of(one) is None)}
            reached = {to for one in here for to in results(one, end)}
        # At this size a place is left between the ends of the parts, as at all larger sizes.
        size = 9 if parity == "odd" else 8
        largest = swaps.at(size) >> size - 1
        demand(row_of(ending[0], bool(largest), ending[1]) in reached, "the parts of a rule do not lead to its end")
        demand(swaps.at(size) ^ largest << size - 1 == self.swaps(parts, size - 1), "the parts of a rule swap others")
        demand(cost == below(plus(ZERO, *(part[3] for part in parts))), "the parts of a rule cost something else")

    @staticmethod
    def swaps(parts, size):
        swapped = 0
        for part in parts:
            swapped ^= part[2].at(size)
        return swapped

    def goal_is_reached(self, parity, goal):
        moves, places = self.text.lengths[parity, goal]
        parts, here = self.parts(parity, places), 0
        for start, ending, *_ in parts:
            demand(start == here and len(ending[1]) == 1, f"the ways of the {goal} do not follow one another")
            here = ending[0]
        pattern, is_swapped = GOALS[goal]
        size = 7 if parity == "odd" else 8
        is_there = here == pattern and self.swaps(parts, size) == is_swapped * (2**size - 1)
        demand(is_there, f"the ways of the {goal} do not lead there")
        demand(moves == plus(ZERO, *(part[3] for part in parts)), f"the ways of the {goal} cost something else")
