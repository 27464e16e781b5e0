"""The example packages: each is green as it stands, and red with its bug switched on.

They stand under Tests/Examples, are packages of their own, and depend on the kit as somebody else's
would. All are built into one folder, so that the kit is compiled once for them. What one prints
when it is red is what the README shows, in a block that names it: ```console example=NAME
"""
import os
import re
import shlex
import subprocess
from pathlib import Path

from . import newcomer, readme

FOLDER = Path("Tests/Examples")
SCRATCH = ".build-examples"
# The broken rule that each shows, whatever the situation.
RED = "cancellation."
# The rules of its own that a package shows: each is broken, and nothing else may be.
OWN_RULES = {"OwnRule": ["radio.off-at-once", "radio.quiet-after-cancel"]}
MAX_LINES = 120
# A package that shows two things: a rule and a monitor.
MORE_LINES = {"OwnRule": 180}

# The table of causes of a run that has several.
CAUSES = re.compile(r"^\d+ causes\n((?: +\d+  \S.*\n)+)", re.MULTILINE)
# The case that failed first, and the reason.
FAILURE = re.compile(r"^FAILED .*\n.*$", re.MULTILINE)
SUMMARY = re.compile(
    r"^(\d+) cases: (\d+) passed, (\d+) failed, (\d+) errors, (\d+) skipped\b", re.MULTILINE)

GATES = [
    ("Gate", "WEATHER_LEAKS"), ("Firestore", "CONTENTS_LEAKS"), ("Library", "CART_LEAKS"),
    ("OwnRule", "DOOR_LINGERS")]
TRAPPING_GATE = ("Gate", "WEATHER_TRAPS")
TESTS = [("SwiftTesting", "WEATHER_LEAKS"), ("XCTest", "WEATHER_LEAKS")]
# Streams as strangers write them, in each of the three ways; the README does not show them.
STRANGE_GATES = [("Steps", "STEPS_LEAKS")]
STRANGE_TESTS = [("Bulletin", "BULLETIN_LEAKS"), ("Doorbell", "DOORBELL_LEAKS")]
# A package whose types are called like the kit's.
NAMES = "OwnNames"
BUGS = [
    "WEATHER_LEAKS", "WEATHER_TRAPS", "CONTENTS_LEAKS", "CART_LEAKS", "DOOR_LINGERS",
    "STEPS_LEAKS", "BULLETIN_LEAKS", "DOORBELL_LEAKS"]


def problems(tree):
    """What is not as it should be, as lines to show."""
    found = length_problems(tree)
    for name, bug in GATES + STRANGE_GATES:
        found += gate_problems(tree, name, bug)
    found += trap_problems(tree, *TRAPPING_GATE)
    for name, bug in TESTS + STRANGE_TESTS:
        found += test_problems(tree, name, bug)
    found += names_problems(tree, NAMES)
    found += newcomer.problems(tree, variables())
    return found


def length_problems(tree):
    """Examples that take more Swift than an example should."""
    found = []
    for folder in sorted((tree.root / FOLDER).iterdir()):
        sources = [path for path in sorted(folder.rglob("*.swift"))
                   if path.name != "Package.swift" and ".build" not in path.parts]
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources)
        limit = MORE_LINES.get(folder.name, MAX_LINES)
        if lines > limit:
            found.append(f"{FOLDER / folder.name} has {lines} lines of Swift, more than {limit}")
    return found


def gate_problems(tree, name, bug):
    """An executable: it passes; with its bug it fails, and so does the command that it prints."""
    call = Call(tree, name)
    gate = call.gate
    result = call("swift", "build", "--scratch-path", str(tree.root / SCRATCH))
    if result.returncode != 0:
        return call.problem("does not build", result)
    result = call(gate, "check")
    if result.returncode != 0:
        return call.problem("is not checked without errors", result)
    result = call(gate, "run", "--color", "never")
    if result.returncode != 0:
        return call.problem("is not green", result)
    result = call("swift", "build", "--scratch-path", str(tree.root / SCRATCH), **{bug: "1"})
    if result.returncode != 0:
        return call.problem(f"does not build with {bug}", result)
    result = call(gate, "run", "--color", "never", "--schedules", "0")
    again = re.search(r"again: swift run gate (.*)", result.stdout)
    reds = OWN_RULES.get(name, [RED])
    if result.returncode != 1 or not again or any(red not in result.stdout for red in reds):
        return call.problem(f"is not red by {', '.join(reds)} with {bug}", result)
    if name in OWN_RULES and causes(result.stdout) != set(reds):
        return call.problem(f"is red by more than {', '.join(reds)} with {bug}", result)
    shown = call.shown(tree, result)
    first = FAILURE.search(result.stdout)
    result = call(gate, *shlex.split(again.group(1)), "--color", "never")
    same = FAILURE.search(result.stdout)
    if result.returncode != 1 or not first or not same or first.group() != same.group():
        return call.problem(f"does not fail again by '{again.group(1)}'", result)
    return shown


def causes(output):
    """The causes in the table of a run that has several."""
    table = CAUSES.search(output)
    return {line.split()[1] for line in table.group(1).splitlines()} if table else set()


def trap_problems(tree, name, bug):
    """An executable whose stream traps in some cases: those are errors, the others have results."""
    call = Call(tree, name)
    gate = call.gate
    result = call("swift", "build", "--scratch-path", str(tree.root / SCRATCH), **{bug: "1"})
    if result.returncode != 0:
        return call.problem(f"does not build with {bug}", result)
    result = call(gate, "run", "--color", "never", "--schedules", "0")
    counts = SUMMARY.search(result.stdout)
    if not counts:
        return call.problem(f"does not live to the end with {bug}", result)
    cases, passed, failed, errors, skipped = map(int, counts.groups())
    if result.returncode != 1 or errors == 0 or passed <= errors or (
            cases != passed + failed + errors + skipped):
        return call.problem(f"does not keep its traps apart with {bug}", result)
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
    return call.shown(tree, result)


def names_problems(tree, name):
    """A package whose own types are called like the kit's: it compiles, and its tests pass."""
    call = Call(tree, name)
    result = call("swift", "test", "--scratch-path", str(tree.root / SCRATCH))
    return call.problem("does not pass", result) if result.returncode != 0 else []


def variables():
    """The environment, in which nobody's warnings are errors and no bug is switched on."""
    return {key: value for key, value in os.environ.items()
            if key != "SLUICE_WARNINGS_ARE_ERRORS" and key not in BUGS}


class Call:
    """Calls in the folder of an example."""

    def __init__(self, tree, name):
        self.name = name
        self.folder = tree.root / FOLDER / name
        self.variables = variables()
        self.gate = str(tree.root / SCRATCH / "debug" / "gate")

    def __call__(self, *command, **more):
        result = subprocess.run(
            command, cwd=self.folder, env={**self.variables, **more}, text=True,
            encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # A program names itself as it was called; the README's readers call the package manager.
        result.stdout = result.stdout.replace(f"{self.gate} ", "swift run gate ")
        return result

    def shown(self, tree, result):
        """What the README shows of the red example, and the example does not print."""
        if self.name in {name for name, _ in STRANGE_GATES + STRANGE_TESTS}:
            return []
        examples = readme.examples_of(tree, self.name)
        if not examples:
            return [f"{readme.README} does not show what {FOLDER / self.name} prints when red"]
        missing = [line for shown in examples
                   if (line := readme.first_missing(shown, result.stdout)) is not None]
        return [f"{FOLDER / self.name} does not print '{line}' where {readme.README} shows it"
                for line in missing]

    def problem(self, what, result):
        """The lines that say what is wrong."""
        return [f"{FOLDER / self.name} {what}: ended with {result.returncode}",
                *result.stdout.splitlines()[-40:]]
