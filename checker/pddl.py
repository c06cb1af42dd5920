"""Planning tasks: book/src/reference/pddl.md says what a state is, and h^max what is left out.

A state has a bit for each atom that can become true if nothing ever becomes false.
"""

from math import inf as NEVER

from effort import Effort
from graph import Graph
from pddl_text import Domain, Task
from refusal import demand

# For finding all actions, and for one state.
MOST_TO_FIND = 1 << 23
MOST_STEPS = 1 << 22
# The number of steps that a kept action counts for.
KEPT_ACTION = 16
MOST_ATOMS = 768


class Ground:
    """An action with its objects, as sets of bits."""

    def __init__(self, needed, forbidden, added, deleted):
        self.needed, self.forbidden = needed, forbidden
        self.added, self.deleted = added, deleted & ~added


class Planning(Graph):
    def __init__(self, instance, direction, heuristic):
        demand(direction == "forward" and heuristic in ("hmax", "blind"), "this direction or heuristic is not certified")
        demand(set(instance) == {"puzzle", "domain", "task"}, "the instance has the wrong keys")
        self.is_blind = heuristic == "blind"
        self.domain = Domain(instance["domain"])
        self.task = Task(instance["task"], self.domain)
        self.number_of = {name: number for number, (name, _) in enumerate(self.task.objects)}
        self.facts = {atom for atom in self.task.init if atom[0] not in self.domain.changed}
        self.effort = Effort(MOST_TO_FIND, "finding the actions of the task")
        self.fitting = {}
        ground, true = self.reached()
        demand(len(true) <= MOST_ATOMS, f"more than {MOST_ATOMS} atoms can become true")
        place = {name: number for number, name in enumerate(self.domain.predicates)}
        atoms = sorted(true, key=lambda atom: (place[atom[0]], self.numbers(atom[1])))
        self.bit = {atom: 1 << number for number, atom in enumerate(atoms)}
        self.width = max(1, (len(atoms) + 7) // 8)
        self.all = (1 << len(atoms)) - 1
        ground = sorted(ground, key=lambda found: (found[0], self.numbers(found[1])))
        self.actions = [self.in_bits(number, objects) for number, objects in ground]
        start = self.bits(atom for atom in self.task.init if atom not in self.facts)
        self.roots = [tuple(start.to_bytes(self.width, "little"))]
        self.goal = self.conditions(self.task.goal, {})
        if self.goal and self.goal[0] & self.goal[1]:
            # An atom would have to be both true and false.
            self.goal = None

    def numbers(self, objects):
        return [self.number_of[name] for name in objects]

    # Which atoms can become true

    def reached(self):
        """The actions whose conditions can hold if nothing becomes false, and all atoms that can be true."""
        true = set(self.task.init) - self.facts
        found = {}
        while True:
            before = len(found), len(true)
            for number, action in enumerate(self.domain.actions):
                for objects in self.bindings(action, true):
                    if (number, objects) not in found:
                        found[number, objects] = None
                        self.effort.spend(KEPT_ACTION + len(action.effect))
                        values = self.values(action, objects)
                        true |= {atom for holds, atom in self.effects(action, values) if holds}
            if before == (len(found), len(true)):
                return list(found), true

    def bindings(self, action, true):
        """The objects for the parameters of an action, one parameter after the other."""
        names = [name for name, _ in action.parameters]
        fitting = [self.objects_of(kinds) for _, kinds in action.parameters]
        # A condition is tested as soon as its parameters are bound.
        due = [[] for _ in range(len(names) + 1)]
        for literal in action.condition:
            due[max((names.index(word) + 1 for word in literal[2] if word in names), default=0)].append(literal)
        self.effort.spend(1 + len(action.condition))

        def bound(objects):
            """All ways to continue from objects for the first parameters."""
            depth = len(objects)
            self.effort.spend(1 + len(due[depth]))
            values = dict(zip(names, objects))
            if all(self.may_hold(literal, values, true) for literal in due[depth]):
                if depth == len(names):
                    yield objects
                else:
                    for one in fitting[depth]:
                        yield from bound((*objects, one))

        return bound(())

    def objects_of(self, kinds):
        """The objects of any of some types."""
        if tuple(kinds) not in self.fitting:
            self.effort.spend(len(self.task.objects) * (1 + len(self.domain.supertypes)))
            fitting = [name for name, (kind,) in self.task.objects if self.domain.is_one(kind, kinds)]
            self.fitting[tuple(kinds)] = fitting
        return self.fitting[tuple(kinds)]

    def may_hold(self, literal, values, true):
        holds, name, words = literal
        atom = (name, tuple(values.get(word, word) for word in words))
        if name == "=":
            return holds == (atom[1][0] == atom[1][1])
        if name not in self.domain.changed:
            return holds == (atom in self.facts)
        return not holds or atom in true

    @staticmethod
    def values(action, objects):
        return dict(zip((name for name, _ in action.parameters), objects))

    @staticmethod
    def effects(action, values):
        for holds, name, words in action.effect:
            yield holds, (name, tuple(values.get(word, word) for word in words))

    # Bits

    def bits(self, atoms):
        # Others are never true.
        return sum({self.bit.get(atom, 0) for atom in atoms})

    def conditions(self, literals, values):
        """The bits that must be set, and those that must not; None if it can never hold."""
        if not all(self.may_hold(literal, values, self.bit) for literal in literals):
            return None
        atoms = {True: [], False: []}
        for holds, name, words in literals:
            if name in self.domain.changed:
                atoms[holds].append((name, tuple(values.get(word, word) for word in words)))
        return self.bits(atoms[True]), self.bits(atoms[False])

    def in_bits(self, number, objects):
        action = self.domain.actions[number]
        values = self.values(action, objects)
        needed, forbidden = self.conditions(action.condition, values)
        effects = list(self.effects(action, values))
        added, deleted = (self.bits(atom for is_, atom in effects if is_ == holds) for holds in (True, False))
        return Ground(needed, forbidden, added, deleted)

    # The graph

    def is_state(self, state):
        return int.from_bytes(bytes(state), "little") <= self.all

    def is_goal(self, state):
        bits = int.from_bytes(bytes(state), "little")
        return self.goal is not None and self.holds(self.goal, bits, ~bits)

    @staticmethod
    def holds(condition, true, false):
        return condition[0] & ~true == 0 and condition[1] & ~false == 0

    def children(self, state):
        bits = int.from_bytes(bytes(state), "little")
        for action in self.actions:
            if action.needed & bits == action.needed and not action.forbidden & bits:
                yield tuple((bits & ~action.deleted | action.added).to_bytes(self.width, "little"))

    def needs(self, state, moves):
        if self.is_blind:
            return super().needs(state, moves)
        return moves <= 0 or self.goal is None or self.hmax(state, moves) >= moves

    def hmax(self, state, most):
        """The moves until the goal can hold if an atom that was ever true, or false, remains both."""
        true = int.from_bytes(bytes(state), "little")
        false = self.all & ~true
        effort = Effort(MOST_STEPS, "h^max of a state")
        waiting, done = self.actions, 0
        while not self.holds(self.goal, true, false):
            done += 1
            if done >= most:
                return done
            now, later, not_true, not_false = [], [], ~true, ~false
            effort.spend(len(waiting))
            for action in waiting:
                is_later = action.needed & not_true or action.forbidden & not_false
                (later if is_later else now).append(action)
            if not now:
                return NEVER
            waiting = later
            for action in now:
                true, false = true | action.added, false | action.deleted
        return done
