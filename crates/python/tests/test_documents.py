"""The examples of docstrings, of the README and of the book's guide run."""

import doctest
import re
from pathlib import Path

import pytest

import fewest

CRATE = Path(__file__).parents[1]
ROOT = CRATE.parents[1]
GUIDE = ROOT / "book/src/guide"
PAGES = [
    CRATE / "README.md",
    ROOT / "README.md",
    GUIDE / "getting-started.md",
    GUIDE / "python.md",
]


def documented():
    yield "fewest", fewest
    for name in fewest.__all__:
        thing = getattr(fewest, name)
        yield name, thing
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                yield f"{name}.{member}", value


EXAMPLES = [(name, thing) for name, thing in documented() if ">>>" in (thing.__doc__ or "")]


def test_there_are_examples():
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize(("name", "thing"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_of_docstrings(name, thing):
    example = doctest.DocTestParser().get_doctest(
        thing.__doc__, {"fewest": fewest}, name, None, None
    )
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=["package", "project", "start", "guide"])
def test_code_of_pages(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", text, re.S)
    assert blocks
    names = {}
    for code, output in blocks:
        capsys.readouterr()
        exec(compile(code, str(page), "exec"), names)
        if output:
            assert capsys.readouterr().out == output, code
