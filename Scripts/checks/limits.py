"""Limits on the length of files, functions and lines."""
import ast
import re

from .tree import Finding

FILE_LINES = 400
FUNCTION_LINES = 70
LINE_COLUMNS = 100

SWIFT_DECLARATION = re.compile(
    r"(?<![.\w`])(?:func\b|init\b|deinit\b|subscript\b|var\b|let\b|get\b|set\b|willSet\b|didSet\b)")


def findings(tree):
    """All breaches of a limit."""
    for file in tree.sources + tree.scripts:
        yield from length_findings(file)
    for file in tree.sources:
        spans = swift_functions(file.code) if file.is_swift else c_functions(file.code)
        yield from function_findings(file, spans)
    for file in tree.scripts:
        if file.path.endswith(".py"):
            yield from function_findings(file, python_functions(file.text))


def length_findings(file):
    """Files and lines that are too long."""
    lines = file.text.splitlines()
    if len(lines) > FILE_LINES:
        yield Finding(file.path, FILE_LINES + 1, f"{len(lines)} lines; {FILE_LINES} is the limit")
    for number, line in enumerate(lines, start=1):
        if len(line) > LINE_COLUMNS:
            yield Finding(file.path, number, f"{len(line)} columns; {LINE_COLUMNS} is the limit")


def function_findings(file, spans):
    """Functions that are too long."""
    for first, last in spans:
        length = last - first + 1
        if length > FUNCTION_LINES:
            yield Finding(
                file.path, first, f"a function of {length} lines; {FUNCTION_LINES} is the limit")


def swift_functions(code):
    """The first and the last line of each function, initialiser, subscript, accessor or closure
    that a property is set to."""
    for match in SWIFT_DECLARATION.finditer(code):
        start = body_start(code, match.end())
        if start is not None:
            yield line_of(code, match.start()), line_of(code, closing_brace(code, start))


def body_start(code, offset):
    """The brace that opens the body of a declaration, if it has one.

    Goes over parameters, result and constraints; a line break outside brackets ends a declaration
    without a body unless the next line goes on with one of the words that can.
    """
    depth = 0
    for index in range(offset, len(code)):
        character = code[index]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth < 0:
                return None
        elif character == "{" and depth == 0:
            return index
        elif character in "};" and depth == 0:
            return None
        elif character == "\n" and depth == 0:
            rest = code[index:].lstrip()
            if not re.match(r"(\{|->|where\b|async\b|throws\b|rethrows\b|=)", rest):
                before = code[offset:index].rstrip()
                if not before.endswith(("=", "->", ",", "where", ":", "&")):
                    return None
    return None


def closing_brace(code, start):
    """The brace that closes the one at `start`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, start):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(code) - 1


def c_functions(code):
    """The first and the last line of each function of a C file."""
    for match in re.finditer(r"\)\s*\{", code):
        before = code[:match.start()]
        if before.count("{") == before.count("}"):
            first = max(before.rfind("}"), before.rfind(";")) + 1
            first += len(code[first:]) - len(code[first:].lstrip())
            yield line_of(code, first), line_of(code, closing_brace(code, match.end() - 1))


def python_functions(text):
    """The first and the last line of each function of a Python file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno


def line_of(code, offset):
    """The line, from 1, that an offset lies in."""
    return code.count("\n", 0, offset) + 1
