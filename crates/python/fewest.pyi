"""The fewest moves that solve a sliding puzzle, and a proof that no shorter solution exists."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from os import PathLike
from typing import Any, Protocol, TypeVar, Union, final

import pandas  # type: ignore[import-untyped, unused-ignore]

__all__ = [
    "Certificate",
    "CertificateError",
    "Error",
    "InputError",
    "Instance",
    "PlanError",
    "PuzzleError",
    "Report",
    "UnsupportedError",
    "check_certificate",
    "lab_frame",
    "lab_records",
    "load",
    "read",
    "solve",
    "solve_puzzle",
    "verify",
    "__version__",
]

__version__: str

_Input = Union[str, PathLike[str]]
_Moves = Union[str, Sequence[str]]
_State = TypeVar("_State", bound=Hashable)

class Error(Exception):
    """Base class of all errors of this module."""

class InputError(Error):
    """An input is not a puzzle."""

    file: Union[str, None]
    line: Union[int, None]
    column: Union[int, None]

class UnsupportedError(Error):
    """A puzzle cannot be searched in the way that was asked for."""

class PlanError(Error):
    """A plan is not a solution."""

    number: Union[int, None]

class CertificateError(Error):
    """A certificate is not a proof, or none can be written."""

class PuzzleError(Error):
    """A puzzle written in Python contradicts itself."""

@final
class Instance:
    """A puzzle with its name; str of it is the drawing of its start."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> Union[str, None]: ...
    @property
    def puzzle(self) -> str: ...
    def after(self, moves: _Moves, *, notation: Union[str, None] = None) -> Instance: ...
    def _repr_html_(self) -> str: ...

@final
class Report:
    """What a search has shown."""

    @property
    def status(self) -> str: ...
    @property
    def stop(self) -> Union[str, None]: ...
    @property
    def lower(self) -> Union[int, None]: ...
    @property
    def assumes(self) -> Union[str, None]: ...
    @property
    def upper(self) -> Union[int, None]: ...
    @property
    def plan(self) -> Union[list[Any], None]: ...
    @property
    def states(self) -> Union[list[Any], None]: ...
    @property
    def engine(self) -> str: ...
    @property
    def heuristic(self) -> str: ...
    @property
    def direction(self) -> str: ...
    @property
    def statistics(self) -> dict[str, Union[int, float, None]]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def certificate(
        self,
        path: _Input,
        *,
        memory: Union[int, None] = None,
        threads: Union[int, None] = None,
    ) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Certificate:
    """A certificate that the checker, which trusts no engine, has accepted."""

    @property
    def instance(self) -> Union[str, None]: ...
    @property
    def claim(self) -> str: ...
    @property
    def is_proof(self) -> bool: ...
    @property
    def lower(self) -> Union[int, None]: ...
    @property
    def upper(self) -> Union[int, None]: ...
    @property
    def states(self) -> Union[int, None]: ...
    @property
    def digest(self) -> Union[str, None]: ...
    @property
    def assumes(self) -> Union[str, None]: ...
    @property
    def theorem(self) -> Union[str, None]: ...
    def exchange(self, height: int) -> Union[int, None]: ...

class _Puzzle(Protocol[_State]):
    """A puzzle written in Python: beside this it has `start` or `roots`, and perhaps `heuristic`."""

    def successors(self, state: _State, /) -> Iterable[tuple[Any, _State]]: ...
    def is_goal(self, state: _State, /) -> bool: ...

def read(
    input: _Input,
    *,
    format: Union[str, None] = None,
    goal: Union[str, None] = None,
    size: Union[str, None] = None,
    open_edge: Union[str, None] = None,
) -> Instance: ...
def load(
    input: _Input,
    *,
    format: Union[str, None] = None,
    goal: Union[str, None] = None,
    size: Union[str, None] = None,
    open_edge: Union[str, None] = None,
) -> list[Instance]: ...
def solve(
    instance: Union[Instance, _Input],
    *,
    engine: Union[str, None] = None,
    heuristic: Union[str, None] = None,
    direction: Union[str, None] = None,
    time: Union[float, None] = None,
    memory: Union[int, None] = None,
    nodes: Union[int, None] = None,
    threads: Union[int, None] = None,
    upper_bound: Union[int, None] = None,
    all: Union[int, None] = None,
    progress: Union[Callable[[dict[str, Any]], object], None] = None,
    tie_breaking: Union[str, None] = None,
    open_list: Union[str, None] = None,
    multi_goal: Union[str, None] = None,
    weight: Union[float, None] = None,
    replacement: Union[str, None] = None,
    table_start: Union[str, None] = None,
    caching_probability: Union[float, None] = None,
    perimeter: Union[str, None] = None,
    move_pruning: Union[str, None] = None,
    move_ordering: Union[str, None] = None,
    plan_recovery: Union[str, None] = None,
    rule_length: Union[int, None] = None,
) -> Report: ...
def solve_puzzle(
    puzzle: _Puzzle[Any],
    *,
    engine: Union[str, None] = None,
    time: Union[float, None] = None,
    memory: Union[int, None] = None,
    nodes: Union[int, None] = None,
    upper_bound: Union[int, None] = None,
    progress: Union[Callable[[dict[str, Any]], object], None] = None,
) -> Report: ...
def verify(
    instance: Union[Instance, _Input],
    plan: _Moves,
    *,
    notation: Union[str, None] = None,
) -> int: ...
def check_certificate(
    path: _Input,
    *,
    memory: Union[int, None] = None,
    threads: Union[int, None] = None,
) -> Certificate: ...
def lab_records(folder: _Input) -> list[dict[str, Any]]: ...
def lab_frame(folder: _Input) -> pandas.DataFrame: ...
