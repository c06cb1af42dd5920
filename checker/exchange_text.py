"""The lines of a certificate of Panex: book/src/reference/panex-certificate.md."""

from functools import cached_property

from exchange_channels import shown
from exchange_forms import form
from refusal import Rejected, demand, number

FIRST_LINE = "fewest panex certificate 1"
PARITIES = ("odd", "even")
MOST_FUNCTIONS = 1000


def other(parity):
    return PARITIES[parity == "odd"]


class Text:
    """The statements: by kind, and within a kind by subject. The table is computed with the first name from it."""

    def __init__(self, text, table):
        self.table = table
        self.patterns = {f"U{pattern}": pattern for pattern in range(5)}
        self.functions, self.values, self.costs, self.least = {}, {}, {}, {}
        self.ends, self.rules, self.lengths = {}, {"odd": [], "even": []}, {}
        self.named, self.parts_named = set(), set()
        lines = text.split("\n")
        demand(lines[0] == FIRST_LINE and lines[-1] == "", "the first or the last line is wrong")
        for line_number, line in enumerate(lines[1:-1], start=2):
            if line:
                try:
                    self.read(*line.split(" "))
                except (AttributeError, KeyError, ValueError, TypeError, IndexError) as error:
                    raise Rejected(f"line {line_number} does not follow its format: {error!r}") from error
                except Rejected as error:
                    raise Rejected(f"line {line_number}: {error}") from error
        for parity, names in (("odd", self.names("o")), ("even", self.names("e"))):
            demand(names == [f"{parity[0]}{place}" for place in range(1, len(names) + 1)], "functions are out of order")
            demand(len(names) <= MOST_FUNCTIONS, "there are too many functions")
        demand(self.named <= self.functions.keys(), "a function is missing")
        is_known = all(place < len(self.rules[parity]) for parity, place in self.parts_named)
        demand(is_known, "a rule is missing")

    @cached_property
    def partials(self):
        partials = {partial for reached in self.table().reached for partial in reached}
        return {f"U{at[0]}/{''.join(at[1])}/{shown(at[2])}": at for at in partials}

    @cached_property
    def endings(self):
        endings = {ending for pattern in range(5) for ending in self.table().endings(pattern)}
        return {f"U{ending[0]}/{shown(ending[1])}": ending for ending in endings}

    def names(self, letter):
        return [name for name in self.functions if name[0] == letter]

    def function(self, name, parity):
        """The name of a function, which may be defined later."""
        demand(name[0] == parity[0], "the function is of another parity")
        self.named.add(name)
        return name

    def once(self, said, key, what):
        demand(key not in said, "it is stated twice")
        said[key] = what

    def read(self, kind, *words):
        getattr(self, f"read_{kind}")(*words)

    def read_function(self, name, *words):
        parity = {"o": "odd", "e": "even"}[name[0]]
        found, at = [], 0
        while at < len(words):
            if words[at] == "-":
                found, at = [*found, None], at + 1
            else:
                branch = self.function(words[at], other(parity))
                found, at = [*found, (branch, form(words[at + 1 : at + 5]))], at + 5
        demand(len(found) == 2, "a function has two branches")
        self.once(self.functions, name, found)

    def read_values(self, name, *words):
        demand(len(words) == 32, "there are 32 values")
        self.once(self.values, self.function(name, "odd"), [None if word == "-" else count(word) for word in words])

    def read_way(self, parity, pattern, ending, *cost):
        self.cost(parity, ("way", self.patterns[pattern], self.endings[ending]), cost)

    def read_partial(self, parity, pattern, partial, *cost):
        self.cost(parity, ("partial", self.patterns[pattern], self.partials[partial]), cost)

    def read_distance(self, parity, pattern, *cost):
        self.cost(parity, ("distance", self.patterns[pattern]), cost)

    def cost(self, parity, key, words):
        demand(parity in PARITIES, "a parity is expected")
        self.once(self.costs, (parity, *key), (self.function(words[0], parity), form(words[1:])))

    def read_least(self, *words):
        f, g, h = words[:3]
        for name in (f, g, h) if f != "same" else (g, h):
            self.function(name, g)
        self.once(self.least, (f, g, h), form(words[3:]))

    def read_ends(self, swapped, name, *words):
        demand(swapped in ("0", "1"), "0 or 1 is expected")
        self.once(self.ends, (self.function(name, name), int(swapped)), form(words))

    def read_rule(self, parity, place, pattern, ending, swaps, *words):
        demand(number(place) == len(self.rules[parity]) + 1, "rules are out of order")
        rule = (self.patterns[pattern], self.endings[ending], Swaps(swaps), form(words[:4]), self.parts(other(parity), words[4:]))
        self.rules[parity].append(rule)

    def read_exchange(self, parity, *words):
        self.length("exchange", parity, words)

    def read_transfer(self, parity, *words):
        self.length("transfer", parity, words)

    def length(self, goal, parity, words):
        demand(parity in PARITIES, "a parity is expected")
        self.once(self.lengths, (parity, goal), (form(words[:4]), self.parts(parity, words[4:])))

    def parts(self, parity, words):
        """The places of rules, which may be stated later."""
        places = [number(word) - 1 for word in words]
        demand(all(place >= 0 for place in places), "rules are numbered from 1 on")
        self.parts_named |= {(parity, place) for place in places}
        return places


def count(word):
    demand(len(word) <= 6, "a value below a million is expected")
    return number(word)


class Swaps:
    """Which sizes are swapped, from the largest: `01*0`."""

    def __init__(self, word):
        before, _, self.after = word.partition("*")
        self.before, self.repeated = before[:-1], before[-1]
        demand("*" in word and set(before + self.after) <= {"0", "1"}, "swaps are expected")
        demand(len(self.before) <= 2 and len(self.after) <= 2, "there are too many swaps at an end")
        is_short = self.before[-1:] != self.repeated and self.after[:1] != self.repeated
        demand(is_short, "a swap belongs to the repeated one")

    def at(self, size):
        """The swaps at a size: size s in bit s - 1."""
        middle = self.repeated * (size - len(self.before) - len(self.after))
        return int(self.before + middle + self.after, 2)
