"""Why a file is not accepted."""


class Rejected(Exception):
    """Something in it does not hold."""


class NotChecked(Exception):
    """It is not for these checkers: too large, or of a kind that they do not know."""


def demand(holds, why):
    if not holds:
        raise Rejected(why)


def number(text):
    """A number as it is written: digits without a leading zero."""
    demand(text.isascii() and text.isdigit() and str(int(text[:20])) == text, "a number is expected")
    return int(text)
