"""Numbers as they are written on the screen."""

MINUS = "\N{MINUS SIGN}"


def plain(number: int) -> str:
    """With a real minus sign."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """With a sign, unless it is nothing."""
    return plain(number) if number <= 0 else f"+{number}"
