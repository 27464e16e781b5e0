"""The example packages: each is green as it stands, and red with its bug switched on.

They stand under Tests/Examples, are packages of their own, and depend on the kit as somebody else's
would. All are built into one folder, so that the kit is compiled once for them.
"""
import os
import re
import shlex
import subprocess
from pathlib import Path

FOLDER = Path("Tests/Examples")
SCRATCH = ".build-examples"
# The broken rule that each shows, whatever the situation.
RED = "cancellation."

# The case that failed first, and the reason.
FAILURE = re.compile(r"^FAILED .*\n.*$", re.MULTILINE)

GATES = [("Gate", "WEATHER_LEAKS"), ("Firestore", "CONTENTS_LEAKS")]
TESTS = [("SwiftTesting", "WEATHER_LEAKS"), ("XCTest", "WEATHER_LEAKS")]


def problems(tree):
    """What is not as it should be, as lines to show."""
    found = []
    for name, bug in GATES:
        found += gate_problems(tree, name, bug)
    for name, bug in TESTS:
        found += test_problems(tree, name, bug)
    return found


def gate_problems(tree, name, bug):
    """An executable: it passes; with its bug it fails, and so does the command that it prints."""
    call = Call(tree, name)
    gate = str(tree.root / SCRATCH / "debug" / "gate")
    result = call("swift", "build", "--scratch-path", str(tree.root / SCRATCH))
    if result.returncode != 0:
        return call.problem("does not build", result)
    result = call(gate, "run", "--color", "never")
    if result.returncode != 0:
        return call.problem("is not green", result)
    result = call("swift", "build", "--scratch-path", str(tree.root / SCRATCH), **{bug: "1"})
    if result.returncode != 0:
        return call.problem(f"does not build with {bug}", result)
    result = call(gate, "run", "--color", "never", "--schedules", "0")
    again = re.search(r"again: swift run gate (.*)", result.stdout)
    if result.returncode != 1 or RED not in result.stdout or not again:
        return call.problem(f"is not red with {bug}", result)
    first = FAILURE.search(result.stdout)
    result = call(gate, *shlex.split(again.group(1)), "--color", "never")
    same = FAILURE.search(result.stdout)
    if result.returncode != 1 or not first or not same or first.group() != same.group():
        return call.problem(f"does not fail again by '{again.group(1)}'", result)
    return []


def test_problems(tree, name, bug):
    """A package with tests: they pass, and with its bug they fail with the rule and the diagram."""
    call = Call(tree, name)
    command = ["swift", "test", "--scratch-path", str(tree.root / SCRATCH)]
    result = call(*command)
    if result.returncode != 0:
        return call.problem("is not green", result)
    result = call(*command, **{bug: "1"})
    if result.returncode == 0 or RED not in result.stdout or "log   time step line" not in (
            result.stdout):
        return call.problem(f"is not red with {bug}", result)
    return []


class Call:
    """Calls in the folder of an example, whose warnings are nobody's errors."""

    def __init__(self, tree, name):
        self.name = name
        self.folder = tree.root / FOLDER / name
        self.variables = {
            key: value for key, value in os.environ.items()
            if key not in ("SLUICE_WARNINGS_ARE_ERRORS", "WEATHER_LEAKS", "CONTENTS_LEAKS")}

    def __call__(self, *command, **variables):
        return subprocess.run(
            command, cwd=self.folder, env={**self.variables, **variables}, text=True,
            encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def problem(self, what, result):
        """The lines that say what is wrong."""
        return [f"{FOLDER / self.name} {what}: ended with {result.returncode}",
                *result.stdout.splitlines()[-40:]]
