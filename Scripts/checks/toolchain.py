"""The stages that call the Swift toolchain."""
import subprocess

SCRATCH = ".build-check"
# A build folder of its own: warnings show only when a file is compiled, and other flags in the
# usual folder would make every ordinary build start again.
STRICT = ["--scratch-path", SCRATCH, "-Xswiftc", "-warnings-as-errors", "-Xcc", "-Werror"]
SHOWN_LINES = 60


def format_problems(tree):
    """What `swift format` objects to."""
    return run(tree, ["swift", "format", "lint", "--strict", "--parallel", "--recursive",
                      "Package.swift", "Sources", "Tests"])


def build_problems(tree):
    """Errors and warnings of a build with everything in it."""
    return run(tree, ["swift", "build", "--build-tests", *STRICT], ("error:", "warning:"))


def test_problems(tree):
    """Failures of the tests; they are built as the stage before builds them."""
    words = ("error:", "Fatal error", "✘", "Test run with")
    return run(tree, ["swift", "test", *STRICT], words)


def selftest_problems(tree):
    """Failures of the checks' own tests."""
    return run(tree, ["Scripts/check-selftest"])


def run(tree, command, interesting=()):
    """The lines to show if a command fails, else nothing."""
    result = subprocess.run(
        command, cwd=tree.root, text=True, encoding="utf-8", errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode == 0:
        return []
    lines = result.stdout.splitlines()
    chosen = [line for line in lines if any(word in line for word in interesting)]
    shown = (chosen or lines)[-SHOWN_LINES:]
    return [f"'{' '.join(command)}' ended with {result.returncode}", *dict.fromkeys(shown)]
