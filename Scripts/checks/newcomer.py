"""The README's way from nothing: who does what its blocks say gets red, mends that, and gets green.

Blocks marked `newcomer` are followed in their order, in an empty folder:

    ```swift newcomer=PATH              a file to write
    ```swift newcomer=PATH after=TEXT   lines to put below the line that contains TEXT
    ```console newcomer exit=1          commands, and what they print

The one thing that is done otherwise: the kit is taken from this repository, not from its address.
"""
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from . import readme

STEP = re.compile(
    r"^```(\w+) (newcomer\b.*)\n((?:(?!^```).*\n)*?)^```\s*$", re.MULTILINE)
ADDRESS = re.compile(r'\.package\(url: "[^"]*", from: "[^"]*"\)')


def problems(tree, scratch, variables):
    """What goes otherwise than the README says, as lines to show."""
    text = (tree.root / readme.README).read_text(encoding="utf-8")
    steps = list(STEP.finditer(text))
    if sum(match.group(1) == "console" for match in steps) < 2:
        return [f"{readme.README} does not lead who begins from nothing from red to green"]
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(tree, Path(folder), scratch, variables)
        for match in steps:
            line = text.count("\n", 0, match.start()) + 1
            language, words, body = match.groups()
            options = dict(word.split("=", 1) for word in shlex.split(words) if "=" in word)
            if language == "console":
                found = walk.call(body, int(options.get("exit", 0)))
            else:
                found = walk.write(options["newcomer"], options.get("after"), body)
            if found:
                return [f"{readme.README}:{line}: {found[0]}", *found[1:]]
    return []


class Walk:
    """One walk through the steps, in a folder that begins empty."""

    def __init__(self, tree, folder, scratch, variables):
        self.tree = tree
        self.folder = folder
        self.variables = {**variables, "SCRATCH": str(tree.root / scratch)}

    def write(self, path, after, body):
        """Writes a file, or puts lines into one."""
        file = self.folder / path
        if after is None:
            here = f'.package(name: "sluice", path: "{self.tree.root}")'
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(ADDRESS.sub(lambda _: here, body), encoding="utf-8")
            return []
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        places = [index for index, line in enumerate(lines) if after in line]
        if len(places) != 1:
            return [f"'{after}' stands {len(places)} times in {path}"]
        lines.insert(places[0] + 1, body)
        file.write_text("".join(lines), encoding="utf-8")
        return []

    def call(self, body, code):
        """Runs the commands of a step, the last of which ends with a code."""
        commands = readme.parse(body)
        for offset, command, shown in commands:
            wanted = code if offset == commands[-1][0] else 0
            # Only where the products of the build stand is otherwise.
            line = re.sub(r"^swift (\w+)", r'swift \1 --scratch-path "$SCRATCH"', command)
            result = subprocess.run(
                ["bash", "-c", line], cwd=self.folder, env=self.variables, text=True,
                encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if result.returncode != wanted:
                return [f"'{command}' ends with {result.returncode}, not {wanted}",
                        *result.stdout.splitlines()[-40:]]
            # A program that was built elsewhere is named by its path.
            output = re.sub(r"\S*/debug/gate ", "swift run gate ", result.stdout)
            if (missing := readme.first_missing(shown, output)) is not None:
                return [f"'{command}' does not print '{missing}' where shown",
                        *result.stdout.splitlines()[-40:]]
        return []
