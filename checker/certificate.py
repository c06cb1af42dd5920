#!/usr/bin/env python3
"""Checks certificates of every kind: small ones, slowly, and from the definitions alone.

usage: certificate.py FILE ...

It shares no code with fewest. book/src/reference/certificates.md and stored-certificates.md say what
each kind claims, and why one that passes is a proof. Exit code: 0 if all are accepted, 30 if one is
rejected, 31 if one is not checked: it cannot be read, is too large, or of a kind that is not known here.

Python 3.9 and, for lists of closed states, the program `zstd` are all that it needs.
"""

import sys

import audit
import automaton
import closed_list
import exchange
import layers
import pattern_database
from refusal import NotChecked, Rejected

KINDS = (closed_list, exchange, pattern_database, layers, automaton, audit)
# The exceptions of reading a text that does not follow its format.
FORMLESS = (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError, OverflowError)


def check(data):
    """What a certificate shows."""
    for kind in KINDS:
        if data.startswith(kind.BEGINS):
            return kind.check(data)
    raise NotChecked("this is not a certificate of a known kind")


def tell(line):
    """Prints a line without characters that control a terminal."""
    print("".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line))


def main():
    code = 0
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as file:
                data = file.read()
            tell(f"{name}: accepted: {check(data)}")
        except (OSError, NotChecked) as error:
            tell(f"{name}: not checked: {error}")
            code = max(code, 31)
        except Rejected as error:
            tell(f"{name}: rejected: {error}")
            code = max(code, 30)
        except FORMLESS as error:
            tell(f"{name}: rejected: it does not follow its format: {error!r}")
            code = max(code, 30)
    return code


if __name__ == "__main__":
    sys.exit(main())
