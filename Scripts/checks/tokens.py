"""Cuts Swift source into tokens, to measure how much of it there is.

White space and comments are no tokens. Everything else is one of these:

- a word: a keyword or an identifier, with its backticks; `$0` is a word too
- a number, with its digits, fraction, exponent and underscores
- a piece of a string literal: the text from one delimiter or interpolation to the next, with both
  ends. A literal without interpolation is one piece, and each interpolation adds one. The code of
  an interpolation is cut like other code
- a regular expression between slashes
- a run of all other characters, as far as no white space, comment or other token ends it: `()`,
  `->` and `}),` are one token each

The count says nothing of line breaks, of the length of names or of comments. It depends a little on
the formatting, since white space ends a run; both sides of a comparison are formatted by one tool.
"""
import re

from .masking import EXTENDED_REGEX, REGEX, STRING

WORD = re.compile(r"`\w+`|\$?[^\W\d]\w*|\$\d+")
NUMBER = re.compile(
    r"0x[0-9A-Fa-f_]+(?:\.[0-9A-Fa-f_]+)?(?:[pP][+-]?\d+)?|0b[01_]+|0o[0-7_]+"
    r"|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?")
SPACE = re.compile(r"\s+")
BLOCK = re.compile(r"/\*|\*/")


def tokens(text):
    """The tokens of a Swift file, in order."""
    return _Scanner(text).tokens()


class _Scanner:
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.found = []
        # Whether the last token is a run that the next character may extend.
        self.is_running = False

    def tokens(self):
        while self.at < len(self.text):
            self.code(closing=False)
        return self.found

    def code(self, closing):
        """Scans code; with `closing`, to the parenthesis that ends an interpolation."""
        depth = 0
        while self.at < len(self.text):
            character = self.text[self.at]
            if self.skip() or self.literal() or self.word():
                continue
            depth += {"(": 1, ")": -1}.get(character, 0)
            if closing and depth < 0:
                return
            if self.is_running:
                self.found[-1] += character
            else:
                self.found.append(character)
            self.is_running = True
            self.at += 1

    def skip(self):
        """Goes over white space or a comment; false if there is none."""
        if match := SPACE.match(self.text, self.at):
            self.at = match.end()
        elif self.text.startswith("//", self.at):
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
        elif self.text.startswith("/*", self.at):
            self.at = self.end_of_comment()
        else:
            return False
        self.is_running = False
        return True

    def end_of_comment(self):
        depth = 0
        for match in BLOCK.finditer(self.text, self.at):
            depth += 1 if match.group() == "/*" else -1
            if depth == 0:
                return match.end()
        return len(self.text)

    def literal(self):
        """Takes a string or a regular expression; false if there is none."""
        if match := STRING.match(self.text, self.at):
            self.string(*match.groups())
        elif match := EXTENDED_REGEX.match(self.text, self.at) or REGEX.match(self.text, self.at):
            self.take(match.end())
        else:
            return False
        return True

    def word(self):
        """Takes a word or a number; false if there is none."""
        match = WORD.match(self.text, self.at) or NUMBER.match(self.text, self.at)
        if match:
            self.take(match.end())
        return bool(match)

    def take(self, end):
        self.found.append(self.text[self.at:end])
        self.at = end
        self.is_running = False

    def string(self, pounds, quotes):
        """Takes the pieces of a string, and the tokens of what is interpolated."""
        end, escape = quotes + pounds, "\\" + pounds
        start = self.at
        self.at += len(pounds + quotes)
        while self.at < len(self.text):
            if self.text.startswith(end, self.at):
                self.at += len(end)
                break
            if self.text.startswith(escape + "(", self.at):
                self.piece(start, self.at + len(escape) + 1)
                self.code(closing=True)
                start = self.at
                self.at += 1
            elif self.text.startswith(escape, self.at):
                self.at += len(escape) + 1
            elif self.text[self.at] == "\n" and quotes == '"':
                break
            else:
                self.at += 1
        self.piece(start, min(self.at, len(self.text)))

    def piece(self, start, end):
        self.at = start
        self.take(end)
