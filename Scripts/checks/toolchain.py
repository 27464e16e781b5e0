"""The stages that call the Swift toolchain."""
import os
import subprocess

# The manifest makes warnings errors where this is set. A build folder keeps to one of the two,
# since other settings make every build start again: the usual folder if the caller has set it, as
# a pipeline does that builds everything so, else a folder of our own.
STRICT = "SLUICE_WARNINGS_ARE_ERRORS"
SCRATCH = ".build-check"
# The release build stands apart: it may be made while something else is done with the other one.
RELEASE = ["-c", "release", "--scratch-path", ".build-release"]
SHOWN_LINES = 60
# What tells of failed tests; an arrow leads to what a test says beside its expectation.
FAILURES = ("error:", "Fatal error", "✘", "↳", "Test run with")


def strict_arguments():
    """Where a build goes in which warnings are errors."""
    return [] if os.environ.get(STRICT) else ["--scratch-path", SCRATCH]


def format_problems(tree):
    """What `swift format` objects to."""
    return run(tree, ["swift", "format", "lint", "--strict", "--parallel", "--recursive",
                      "Package.swift", "Sources", "Tests"])


def build_problems(tree):
    """Errors and warnings of a build with everything in it."""
    return run(tree, ["swift", "build", "--build-tests", *strict_arguments()],
               ("error:", "warning:"), {STRICT: "1"})


def test_problems(tree):
    """Failures of the tests; they are built as the stage before builds them."""
    return run(tree, ["swift", "test", *strict_arguments()], FAILURES, {STRICT: "1"})


def verdict_problems(tree):
    """What the kit says wrongly of streams of its own, in a build as users have it."""
    command = ["swift", "run", *RELEASE, "sluice", "selftest"]
    return run(tree, command, ("error:", "DIFFERENCE ", " right ones, "), {STRICT: "1"})


def campaign_problems(tree):
    """Failures of the tests whose calls take a release build."""
    program, problems = release_program(tree)
    if problems:
        return problems
    command = ["swift", "test", *strict_arguments(), "--filter", "Campaign/"]
    return run(tree, command, FAILURES,
               {STRICT: "1", "SLUICE_OPTIMIZED_PROGRAM": program},
               unwanted=("Test run with 0 tests", "a campaign, for a release build"))


def release_program(tree):
    """The path of `sluice` in a release build, which is made first, and what is wrong with that."""
    build = ["swift", "build", *RELEASE, "--product", "sluice"]
    problems = run(tree, build, ("error:", "warning:"), {STRICT: "1"})
    if problems:
        return None, problems
    place = subprocess.run([*build, "--show-bin-path"], cwd=tree.root, text=True,
                           stdout=subprocess.PIPE, env={**os.environ, STRICT: "1"})
    program = os.path.join(place.stdout.strip(), "sluice")
    if not os.access(program, os.X_OK):
        return None, [f"'{' '.join(build)}' made no '{program}'"]
    return program, []


def sanitizer_problems(tree):
    """What the sanitizers find in the tests of the simulation, in builds of these alone."""
    words = ("ERROR: AddressSanitizer", "WARNING: ThreadSanitizer", "SUMMARY: ", *FAILURES)
    problems = []
    for sanitizer in ("address", "thread"):
        command = ["swift", "test", f"--sanitize={sanitizer}", "--scratch-path",
                   f".build-{sanitizer}", "--filter", "SluiceSimulationTests"]
        problems += run(tree, command, words, {"SLUICE_ONLY_TESTS_OF": "SluiceSimulation"},
                        unwanted=("Test run with 0 tests",))
    return problems


def selftest_problems(tree):
    """Failures of the checks' own tests."""
    return run(tree, ["Scripts/check-selftest"])


def run(tree, command, interesting=(), variables=None, unwanted=()):
    """The lines to show if a command fails or prints what it must not, else nothing."""
    result = subprocess.run(
        command, cwd=tree.root, env={**os.environ, **(variables or {})},
        text=True, encoding="utf-8", errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = result.stdout.splitlines()
    if result.returncode == 0:
        return [line for line in lines if any(word in line for word in unwanted)]
    chosen = [line for line in lines if any(word in line for word in interesting)]
    shown = (chosen or lines)[-SHOWN_LINES:]
    return [f"'{' '.join(command)}' ended with {result.returncode}", *dict.fromkeys(shown)]
