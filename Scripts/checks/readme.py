"""The examples of the README: commands do what it shows, and code is what stands in a file.

A block of commands begins with ```console and what is to be done with it:

    ```console run            executed; every command must succeed. The first command of all as
                              it stands, the others by the release build, which others have made
    ```console run exit=1     executed; the last command must end so
    ```console slow           shown only: too slow, or not for a check
    ```console                the same
    ```console example=NAME   what an example package prints with its bug: the stage `examples`
    ```console newcomer …     a step of who begins from nothing: `newcomer.py`

Lines that begin with `$ ` are commands. What stands below one, if anything, must be found in its
output in that order; a `…` in a line stands for anything.

A block of any language that names a file is a part of it, line by line, indented there or not:

    ```swift file=Tests/SluiceTests/OwnStreamTests.swift
"""
import re
import subprocess
import textwrap

from . import toolchain
from .tree import Finding

README = "README.md"
FENCE = re.compile(r"^```console\b(.*)\n((?:(?!^```).*\n)*?)^```\s*$", re.MULTILINE)
QUOTE = re.compile(r"^```\w+ file=(\S+)\n((?:(?!^```).*\n)*?)^```\s*$", re.MULTILINE)
TAG = r"run|slow|exit=\d+|example=\w+|newcomer"
TIMEOUT_SECONDS = 600


def findings(tree):
    """All examples that do something else than shown."""
    path = tree.root / README
    if not path.exists():
        yield Finding(README, 1, "there is no README")
        return
    text = path.read_text(encoding="utf-8")
    yield from quote_findings(tree, text)
    run = as_it_stands
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        tags = match.group(1).split()
        unknown = [tag for tag in tags if not re.fullmatch(TAG, tag)]
        if unknown:
            yield Finding(README, line, f"what does '{unknown[0]}' mean?")
        elif "run" in tags:
            yield from block_findings(tree, line, tags, match.group(2), run)
            run = in_release


def examples_of(tree, name):
    """What the README shows of an example package, a list of lines for each block about it."""
    text = (tree.root / README).read_text(encoding="utf-8")
    return [shown for match in FENCE.finditer(text) if f"example={name}" in match.group(1).split()
            for _, _, shown in parse(match.group(2))]


def quote_findings(tree, text):
    """Quotes that don't stand so in the file they name."""
    for match in QUOTE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        source = tree.root / match.group(1)
        if not source.is_file():
            yield Finding(README, line, f"there is no {match.group(1)}")
        elif not stands_in(match.group(2), source.read_text(encoding="utf-8")):
            yield Finding(README, line, f"{match.group(1)} does not contain this, as it stands")


def stands_in(quote, text):
    """Whether the lines of a quote follow each other in a text, all indented by as much."""
    return any("\n" + textwrap.indent(quote, " " * depth) in "\n" + text
               for depth in range(0, 9, 2))


def as_it_stands(command):
    """A command as the README shows it."""
    return command


def in_release(command):
    """A command that takes a tenth of the time, by the program whose verdicts were looked at."""
    words = " ".join(toolchain.RELEASE)
    return re.sub(
        r"^swift run sluice ", f"{toolchain.STRICT}=1 swift run {words} sluice ", command)


def as_shown(output):
    """What the release build prints, with the commands that the README's own calls would print."""
    return output.replace(f"swift run {' '.join(toolchain.RELEASE)} sluice ", "swift run sluice ")


def block_findings(tree, fence_line, tags, block, form):
    """Runs the commands of one block, in some form."""
    examples = parse(block)
    codes = [int(tag[5:]) for tag in tags if tag.startswith("exit=")]
    for index, (offset, command, shown) in enumerate(examples):
        is_last = index == len(examples) - 1
        wanted = codes[0] if codes and is_last else 0
        line = fence_line + 1 + offset
        try:
            run = subprocess.run(
                ["bash", "-c", form(command)], cwd=tree.root, text=True, encoding="utf-8",
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            yield Finding(README, line, f"'{command}' takes more than {TIMEOUT_SECONDS} seconds")
            continue
        if run.returncode != wanted:
            tail = "\n".join(run.stdout.splitlines()[-20:])
            yield Finding(
                README, line, f"'{command}' ends with {run.returncode}, not {wanted}\n{tail}")
        elif (missing := first_missing(shown, as_shown(run.stdout))) is not None:
            yield Finding(README, line, f"'{command}' does not print '{missing}' where shown")


def parse(block):
    """The commands of a block: line in the block, command, lines shown below it."""
    examples = []
    for offset, line in enumerate(block.splitlines()):
        if line.startswith("$ "):
            examples.append((offset, line[2:], []))
        elif examples and line.strip():
            examples[-1][2].append(line)
    return examples


def first_missing(shown, output):
    """The first line shown that does not follow the one before it in the output."""
    lines = iter(output.splitlines())
    for wanted in shown:
        pattern = ".*".join(re.escape(part) for part in wanted.strip().split("…"))
        if not any(re.fullmatch(pattern, line.strip()) for line in lines):
            return wanted
    return None
