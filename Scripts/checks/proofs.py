"""Unsafe code, and the comment that proves it.

A declaration that promises something to the compiler (`@unchecked Sendable`, `nonisolated(unsafe)`)
has its proof directly above. An `unsafe` expression has it directly above its statement, or above
one of the blocks and functions around it: strict memory safety marks every use of a pointer, and
the reason why a function may use one is told once. What is said of a whole type proves no
expression.
"""
import re

from .tree import Finding

PROMISE = r"@unchecked\s+Sendable|\bnonisolated\(unsafe\)|@unsafe\b"
EXPRESSION = r"\bunsafe\s(?!\w+:)"
UNSAFE = f"{PROMISE}|{EXPRESSION}"
OPEN_CLASS = r"@unchecked\s+Sendable\b"

TYPE = re.compile(r"(?<![.\w])(?:class|struct|enum|extension|protocol|actor)\s+\w")


def unproved(file):
    """Promises and expressions without a proof."""
    lines = Lines(file)
    for match in re.finditer(UNSAFE, file.code):
        number = file.line_at(match.start())
        places = [number]
        if re.match(EXPRESSION, match.group()):
            places += lines.openers_around(match.start())
        if not any(lines.has_comment_above(place) for place in places):
            yield Finding(file.path, number, "unsafe code needs its proof in a comment above it")


class Lines:
    """The lines of a file, with what is open where."""

    def __init__(self, file):
        self.code = file.code
        self.comments = file.comments.splitlines()
        self.lines = file.code.splitlines()
        self.uses = {file.line_at(match.start()) for match in re.finditer(UNSAFE, file.code)}
        self.depths = bracket_depths(self.lines)

    def openers_around(self, offset):
        """The lines of the declarations and blocks around an offset, up to the type."""
        openers = []
        depth = 0
        for match in re.finditer(r"[{}]", self.code[:offset][::-1]):
            depth += 1 if match.group() == "}" else -1
            if depth < 0:
                depth = 0
                last = self.code.count("\n", 0, offset - match.end()) + 1
                number = self.first_line_of_statement(last)
                if TYPE.search("\n".join(self.lines[number - 1:last])):
                    break
                openers.append(number)
        return openers

    def first_line_of_statement(self, number):
        """The line a statement begins in, if it goes on over several because of a bracket."""
        while number > 1 and (self.depths[number - 1] > 0 or re.match(
                r"\s*(\)|->|where\b|\{|async\b|throws\b|else\b)", self.lines[number - 1])):
            number -= 1
        return number

    def has_comment_above(self, number):
        """Whether a comment stands above a statement, its attributes and other unsafe lines."""
        above = self.first_line_of_statement(number) - 1
        while above >= 1 and not self.is_comment(above) and (
                above in self.uses or self.lines[above - 1].strip().startswith("@")):
            above = self.first_line_of_statement(above) - 1
        return above >= 1 and self.is_comment(above)

    def is_comment(self, number):
        """Whether a line is nothing but a comment."""
        return bool(self.comments[number - 1].strip()) and not self.lines[number - 1].strip()


def bracket_depths(lines):
    """How many round and square brackets are open after each line, keyed by the line's number."""
    depths, depth = {0: 0}, 0
    for number, line in enumerate(lines, start=1):
        depth += sum(line.count(c) for c in "([") - sum(line.count(c) for c in ")]")
        depths[number] = depth
    return depths
