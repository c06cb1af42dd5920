"""Domains and tasks in PDDL, as far as book/src/reference/pddl.md goes."""

import re

from refusal import demand

TOP = "object"
MOST_TYPES = 1000
MOST_OBJECTS = 10_000
MOST_PARAMETERS = 16
MOST_ARGUMENTS = 8


def expression(text):
    """Nested lists of words, in small letters."""
    text = re.sub(";[^\n]*", "", text).lower()
    outer = []
    open_lists = [outer]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            inner = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif word == ")":
            open_lists.pop()
            demand(open_lists, "there is one parenthesis too many")
        else:
            open_lists[-1].append(word)
    demand(len(open_lists) == 1 and len(outer) == 1, "a parenthesis is missing")
    return outer[0]


def parts(text, kind, known):
    """The name, and the parts of a definition by keyword; actions are in a list."""
    define, (of, name), *rest = expression(text)
    demand((define, of) == ("define", kind), f"this is not a {kind}")
    found = {":action": []}
    for keyword, *content in rest:
        demand(keyword in known, f"{keyword} is not known here")
        if keyword == ":action":
            found[keyword].append(content)
        else:
            demand(keyword not in found, f"{keyword} appears twice")
            found[keyword] = content
    return name, found


def typed(words):
    """(name, types) of a list like `a b - t c`, in which no name appears twice."""
    found = named_types(words)
    demand(len({name for name, _ in found}) == len(found), "a name appears twice")
    return found


def named_types(words):
    """The same, but names may occur twice."""
    found, waiting, at = [], [], 0
    while at < len(words):
        if words[at] == "-":
            kind = words[at + 1]
            kinds = [kind] if isinstance(kind, str) else kind[1:]
            demand(isinstance(kind, str) or kind[0] == "either", "a type is expected")
            found += [(name, kinds) for name in waiting]
            waiting, at = [], at + 2
        else:
            demand(isinstance(words[at], str), "a name is expected")
            waiting.append(words[at])
            at += 1
    return found + [(name, [TOP]) for name in waiting]


def literals(content, mark):
    """(is it true, predicate, arguments) of each part of a conjunction; `=` counts as a predicate."""
    if not content:
        return []
    conjunction = content[1:] if content[0] == "and" else [content]
    found = []
    for part in conjunction:
        demand(isinstance(part, list) and part, f"{mark} is not a literal")
        holds = part[0] != "not"
        if not holds:
            demand(len(part) == 2, "not has one part")
            part = part[1]
        demand(isinstance(part, list) and part and all(isinstance(word, str) for word in part), f"{mark} is not a literal")
        demand(part[0] not in ("and", "not", "or", "imply", "when", "forall", "exists"), f"{mark} is not a literal")
        found.append((holds, part[0], tuple(part[1:])))
    return found


class Domain:
    KNOWN = (":requirements", ":types", ":constants", ":predicates", ":action")
    REQUIREMENTS = {":strips", ":typing", ":negative-preconditions", ":equality"}

    def __init__(self, text):
        self.name, found = parts(text, "domain", self.KNOWN)
        demand(set(found.get(":requirements", [])) <= self.REQUIREMENTS, "a requirement is not known here")
        self.supertypes = {TOP: set()}
        for name, kinds in named_types(found.get(":types", [])):
            demand(len(kinds) == 1, "a type is either of two")
            self.declare(name, kinds[0])
        self.constants = self.named(found.get(":constants", []))
        self.predicates = {}
        for name, *arguments in found.get(":predicates", []):
            demand(name not in self.predicates and name != "=", "a predicate appears twice")
            self.predicates[name] = [self.known(kinds) for _, kinds in typed(arguments)]
            demand(len(self.predicates[name]) <= MOST_ARGUMENTS, f"{name} has too many arguments")
        self.actions = [Action(content, self) for content in found[":action"]]
        demand(len({action.name for action in self.actions}) == len(self.actions), "an action appears twice")
        self.changed = {name for action in self.actions for _, name, _ in action.effect}

    def declare(self, name, above):
        """A type may be repeated with another supertype, which need not be declared separately."""
        for kind in (name, above):
            self.supertypes.setdefault(kind, set())
        demand(len(self.supertypes) <= MOST_TYPES, "there are too many types")
        if above != TOP:
            demand(name != TOP and not self.is_one(above, [name]), f"{name} is a subtype of itself")
            self.supertypes[name].add(above)

    def named(self, words):
        return [(name, self.known(kinds)) for name, kinds in typed(words)]

    def known(self, kinds):
        for kind in kinds:
            demand(kind in self.supertypes, f"there is no type {kind}")
        return kinds

    def is_one(self, kind, wanted):
        """Whether a type is one of some types, or below one."""
        above = waiting = {kind, TOP}
        while waiting:
            waiting = set().union(*(self.supertypes[each] for each in waiting)) - above
            above = above | waiting
        return not above.isdisjoint(wanted)

    def match(self, literal, kinds_of):
        """Checks that an atom has as many arguments as its predicate, and that all are known."""
        _, name, arguments = literal
        demand(name == "=" or name in self.predicates, f"there is no predicate {name}")
        wanted = 2 if name == "=" else len(self.predicates[name])
        demand(len(arguments) == wanted, f"{name} has the wrong arguments")
        for argument in arguments:
            demand(argument in kinds_of, f"there is no {argument}")


class Action:
    def __init__(self, content, domain):
        self.name, *rest = content
        keys, values = rest[::2], rest[1::2]
        demand(len(keys) == len(values) == len(set(keys)), "an action has the wrong parts")
        found = dict(zip(keys, values))
        demand(set(found) <= {":parameters", ":precondition", ":effect"}, "an action has the wrong parts")
        self.parameters = domain.named(found.get(":parameters", []))
        demand(len(self.parameters) <= MOST_PARAMETERS, "an action has too many parameters")
        demand(all(name[0] == "?" for name, _ in self.parameters), "a parameter has no question mark")
        self.condition = literals(found.get(":precondition", []), "a condition")
        self.effect = literals(found.get(":effect", []), "an effect")
        kinds_of = dict(domain.constants + self.parameters)
        for literal in self.condition + self.effect:
            domain.match(literal, kinds_of)
        demand(all(name != "=" for _, name, _ in self.effect), "an effect is not a literal")


class Task:
    KNOWN = (":domain", ":objects", ":init", ":goal", ":requirements")

    def __init__(self, text, domain):
        _, found = parts(text, "problem", self.KNOWN)
        demand(found[":domain"] == [domain.name], "the task belongs to another domain")
        demand(set(found.get(":requirements", [])) <= domain.REQUIREMENTS, "a requirement is not known here")
        self.objects = domain.constants + domain.named(found.get(":objects", []))
        kinds_of = dict(self.objects)
        demand(len(kinds_of) == len(self.objects), "an object appears twice")
        demand(len(self.objects) <= MOST_OBJECTS, "there are too many objects")
        demand(all(len(kinds) == 1 for kinds in kinds_of.values()), "an object has several types")
        init = literals(["and", *found[":init"]], "what holds at the start")
        (goal,) = found[":goal"]
        self.goal = literals(goal, "a goal")
        for literal in init + self.goal:
            domain.match(literal, kinds_of)
        demand(all(holds and name != "=" for holds, name, _ in init), "what holds at the start is not an atom")
        self.init = {literal[1:] for literal in init}
