"""What a stage raises that can't run on this machine."""


class Skipped(Exception):
    """A stage checks nothing here, for a reason in words that says what the machine lacks."""
