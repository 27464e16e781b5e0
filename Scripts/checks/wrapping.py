"""Wraps paragraphs of line comments that are wider than the limit."""
import re
import sys
import textwrap
from pathlib import Path

from .limits import LINE_COLUMNS
from .tree import Tree

COMMENT = re.compile(r"^(\s*///?)( +)(\S.*)$")
# What begins a paragraph of its own, and what keeps its line breaks.
ITEM = re.compile(r"(- |\* |\d+\. |#)")
VERBATIM = re.compile(r"(\||MARK:|swift-format-ignore)")
FENCE = re.compile(r"\s*///?\s*```")


def wrapped(text):
    """The text with its wide paragraphs wrapped, and everything else as it was."""
    result, paragraph, is_fenced = [], [], False
    for line in text.split("\n"):
        is_fence = FENCE.match(line)
        match = None if is_fenced or is_fence else COMMENT.match(line)
        is_fenced ^= bool(is_fence)
        if match and VERBATIM.match(match.group(3)):
            match = None
        goes_on = match and paragraph and match.group(1) == paragraph[0].group(1) and not (
            ITEM.match(match.group(3)))
        if not goes_on:
            result += lines_of(paragraph)
            paragraph = []
        if match:
            paragraph.append(match)
        else:
            result.append(line)
    return "\n".join(result + lines_of(paragraph))


def lines_of(paragraph):
    """The lines of a paragraph, wrapped if one of them is too wide."""
    lines = [match.group() for match in paragraph]
    if all(len(line) <= LINE_COLUMNS for line in lines):
        return lines
    mark, blank, _ = paragraph[0].groups()
    is_item = ITEM.match(paragraph[0].group(3))
    hanging = paragraph[1].group(2) if len(paragraph) > 1 else blank + ("  " if is_item else "")
    return textwrap.wrap(
        " ".join(match.group(3).rstrip() for match in paragraph), LINE_COLUMNS,
        initial_indent=mark + blank, subsequent_indent=mark + hanging,
        break_long_words=False, break_on_hyphens=False)


def main(arguments):
    """Wraps files in place and names those it changed."""
    tree = Tree(Path(__file__).resolve().parents[2])
    paths = [Path(name) for name in arguments] or [tree.root / file.path for file in tree.sources]
    for path in paths:
        before = path.read_text(encoding="utf-8")
        after = wrapped(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
