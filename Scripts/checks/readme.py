"""The example commands of the README: they do what it shows.

A block of commands begins with ```console and what is to be done with it:

    ```console run            executed; every command must succeed
    ```console run exit=1     executed; the last command must end so
    ```console slow           shown only: too slow, or not for a check
    ```console                the same

Lines that begin with `$ ` are commands. What stands below one, if anything, must be found in its
output in that order; a `…` in a line stands for anything.
"""
import re
import subprocess

from .tree import Finding

README = "README.md"
FENCE = re.compile(r"^```console\b(.*)\n((?:(?!^```).*\n)*?)^```\s*$", re.MULTILINE)
TIMEOUT_SECONDS = 600


def findings(tree):
    """All examples that do something else than shown."""
    path = tree.root / README
    if not path.exists():
        yield Finding(README, 1, "there is no README")
        return
    text = path.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        tags = match.group(1).split()
        unknown = [tag for tag in tags if not re.fullmatch(r"run|slow|exit=\d+", tag)]
        if unknown:
            yield Finding(README, line, f"what does '{unknown[0]}' mean?")
        elif "run" in tags:
            yield from block_findings(tree, line, tags, match.group(2))


def block_findings(tree, fence_line, tags, block):
    """Runs the commands of one block."""
    examples = parse(block)
    codes = [int(tag[5:]) for tag in tags if tag.startswith("exit=")]
    for index, (offset, command, shown) in enumerate(examples):
        is_last = index == len(examples) - 1
        wanted = codes[0] if codes and is_last else 0
        line = fence_line + 1 + offset
        try:
            run = subprocess.run(
                ["bash", "-c", command], cwd=tree.root, text=True, encoding="utf-8",
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            yield Finding(README, line, f"'{command}' takes more than {TIMEOUT_SECONDS} seconds")
            continue
        if run.returncode != wanted:
            tail = "\n".join(run.stdout.splitlines()[-20:])
            yield Finding(
                README, line, f"'{command}' ends with {run.returncode}, not {wanted}\n{tail}")
        elif (missing := first_missing(shown, run.stdout)) is not None:
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
