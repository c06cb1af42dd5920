"""Files with a header of lines: book/src/reference/stored-certificates.md."""

from blake3 import digest
from refusal import demand


def read(data, first, fields):
    """The values of the header, and everything after the empty line."""
    head, empty, rest = data.partition(b"\n\n")
    demand(empty, "the header has no end")
    lines = head.decode().split("\n")
    pairs = [line.partition(" ") for line in lines[1:]]
    demand(lines[0] == first, "the first line is not that of this format")
    demand([name for name, _, _ in pairs] == [*fields, "digest"], "the header has the wrong lines")
    described = head[: head.rindex(b"digest ")]
    demand(digest(described + rest).hex() == pairs[-1][2], "the digest does not match")
    return [value for _, _, value in pairs[:-1]], rest


def lines_of(rest):
    """The lines of a text that ends with a complete line."""
    text = rest.decode()
    demand(text == "" or text.endswith("\n"), "the last line has no end")
    return text.split("\n")[:-1]
