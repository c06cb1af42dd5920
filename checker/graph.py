"""The common part of puzzles whose plans are numbers of children."""

from refusal import demand


class Graph:
    """Subclasses have `width`, `roots`, `is_goal` and `children`; states are tuples of bytes."""

    def is_state(self, state):
        return True

    def needs(self, state, moves):
        """Whether every plan has at least this many moves; if infinite, whether there is none."""
        return moves <= (not self.is_goal(state))

    def replay(self, plan):
        state = self.roots[0]
        for high, low in plan:
            children = list(self.children(state))
            demand((high << 8 | low) < len(children), "the plan: a move is not legal")
            state = children[high << 8 | low]
        demand(self.is_goal(state), "the plan does not solve the puzzle")
