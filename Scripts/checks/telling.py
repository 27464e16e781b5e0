"""What the stage `toolchains` tells: the counts of a test run, differences of reports, problems."""
import re
from collections import Counter

SHOWN_LINES = 40
FAULTS = ("error:", "warning:", "Fatal error", "✘", "↳", "Test run with")
# What a test provokes on purpose, and which does not fail it.
KNOWN_ISSUE = "recorded a known issue"
TOTALS = re.compile(r"Test run with (\d+) tests?\b.* (?:passed|failed) after")
NAME = r'^\S+ +Test (".*"|\S+)(?: with \d+ test cases?)?'
TEST_FAILED = re.compile(NAME + " failed after ", re.MULTILINE)
TEST_SKIPPED = re.compile(NAME + r' skipped(?:: "(.*)")?$', re.MULTILINE)
OLD_TOTALS = re.compile(r"Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures?")


class Report:
    """What the stage tells while it goes on, and the problems that it ends with."""

    def __init__(self, write=print):
        self.write = write
        self.problems = []

    def say(self, part, text, seconds=None):
        """A line about a part; one with a time when the part has ended."""
        time_taken = "" if seconds is None else f", {seconds:.0f} s"
        self.write(f"    {part}: {text}{time_taken}", flush=True)

    def fail(self, part, text, result=None):
        """Notes what is wrong with a part, with the interesting lines of what it printed."""
        self.problems.append(f"{part}: {text}")
        if result:
            lines = result.text.splitlines()
            chosen = [line for line in lines if KNOWN_ISSUE not in line
                      and any(word in line for word in FAULTS)]
            self.problems += ["  " + line[:400] for line in
                              dict.fromkeys((chosen or lines)[-SHOWN_LINES:])]


def difference(first, second):
    """How two reports differ, as lines to show; none means that their bytes are the same."""
    texts = []
    for path in (first, second):
        if not path.is_file():
            return [f"there is no {path}"]
        texts.append(path.read_bytes())
    if texts[0] == texts[1]:
        return []
    one, other = (text.split(b"\n") for text in texts)
    apart = [number for number, pair in enumerate(zip(one, other), start=1) if pair[0] != pair[1]]
    apart += range(min(len(one), len(other)) + 1, max(len(one), len(other)) + 1)
    shown = [f"{first} and {second} differ in {len(apart)} lines, first in line {apart[0]}:"]
    for lines in (one, other):
        line = lines[apart[0] - 1] if apart[0] <= len(lines) else b"(no such line)"
        shown.append("  " + line.decode("utf-8", "replace")[:400])
    return shown


def counts(text):
    """How many tests a run of a test program had, which failed, and why how many were skipped."""
    totals = TOTALS.findall(text)
    old = OLD_TOTALS.findall(text)
    count = sum(map(int, totals)) + (int(old[-1][0]) if old else 0)
    failed = TEST_FAILED.findall(text)
    skipped = Counter(reason or "for no reason given" for _, reason in TEST_SKIPPED.findall(text))
    if old and int(old[-1][1]):
        failed.append(f"{old[-1][1]} failures in XCTest")
    return count, failed, skipped
