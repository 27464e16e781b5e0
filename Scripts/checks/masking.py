"""Tells the code of a Swift or C file from its comments and literals.

The scanner knows nested comments, raw and multi-line strings, interpolations (which are code) and
regular expressions in slashes. It keeps every line break, so that lines and offsets stay the same.
"""
import re

STRING = re.compile(r'(#*)("""|")')
REGEX = re.compile(
    r"(?<![\w)\]])/(?![\s/*=])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+(?<!\s)/(?!\w)")
EXTENDED_REGEX = re.compile(r"(#+)/(.*?)/\1", re.DOTALL)


def mask(text, nested_comments):
    """The text twice, of the same length: code alone, and comments alone."""
    scanner = _Scanner(text, nested_comments)
    scanner.code_until(len(text), closing=False)
    return "".join(scanner.code), "".join(scanner.comments)


class _Scanner:
    def __init__(self, text, nested_comments):
        self.text = text
        self.nested = nested_comments
        self.at = 0
        self.code = [c if c == "\n" else " " for c in text]
        self.comments = list(self.code)

    def keep(self, end):
        """Goes on to the end, all of it code."""
        self.code[self.at:end] = self.text[self.at:end]
        self.at = end

    def code_until(self, end, closing):
        """Scans code; with `closing`, to the parenthesis that ends an interpolation."""
        depth = 0
        while self.at < end:
            if self.text.startswith("//", self.at):
                self.comment(self.text.find("\n", self.at))
            elif self.text.startswith("/*", self.at):
                self.comment(self.end_of_block_comment())
            elif match := STRING.match(self.text, self.at):
                self.string(*match.groups())
            elif self.nested and (match := EXTENDED_REGEX.match(self.text, self.at)):
                self.at = match.end()
            elif self.nested and (match := REGEX.match(self.text, self.at)):
                self.at = match.end()
            else:
                character = self.text[self.at]
                depth += {"(": 1, ")": -1}.get(character, 0)
                if closing and depth < 0:
                    return
                self.keep(self.at + 1)

    def comment(self, end):
        end = len(self.text) if end < 0 else end
        self.comments[self.at:end] = self.text[self.at:end]
        self.at = end

    def end_of_block_comment(self):
        depth = 0
        for match in re.compile(r"/\*|\*/").finditer(self.text, self.at):
            depth += 1 if match.group() == "/*" and (self.nested or depth == 0) else 0
            depth -= match.group() == "*/"
            if depth == 0:
                return match.end()
        return -1

    def string(self, pounds, quotes):
        """Skips a string; its quotes and what is interpolated stay code."""
        self.keep(self.at + len(pounds) + len(quotes))
        while self.at < len(self.text):
            if self.text.startswith(quotes + pounds, self.at):
                self.keep(self.at + len(quotes + pounds))
                return
            if self.text.startswith("\\" + pounds, self.at):
                self.at += 1 + len(pounds)
                if self.nested and self.text.startswith("(", self.at):
                    self.keep(self.at + 1)
                    self.code_until(len(self.text), closing=True)
                    self.keep(min(self.at + 1, len(self.text)))
                else:
                    self.at += 1
            elif self.text[self.at] == "\n" and quotes == '"':
                return
            else:
                self.at += 1
