"""The stage on hostile subjects finds a case that takes too long, and a command that goes on."""
import os
import sys
from unittest import mock

from checks import hostile
from checks.tests.support import TreeTestCase
from checks.tree import Tree

# A program that does as it is told by its subject: it takes so long, and prints such cases.
PROGRAM = """#!{python}
import json, os, signal, sys, time
words = sys.argv[1:]
subject = words[words.index("--subject") + 1] if "--subject" in words else ""
plan = json.loads(os.environ["PLAN"])
if words[0] != "run" or "86400" in words:
    ended = []
    def stop(*_):
        time.sleep(plan["farewell"])
        os._exit(plan["code"])
    signal.signal(signal.SIGTERM, stop)
    print(flush=True)
    while True:
        time.sleep(1)
if subject == "right-can-not-fail":
    time.sleep(plan["calm"])
    sys.exit(0)
for number in range(plan["cases"]):
    print(json.dumps({{"event": "case", "type": "SubjectHung", "time": plan["time"]}}))
print(json.dumps({{"event": "summary"}}))
"""


class HostileTests(TreeTestCase):
    def setUp(self):
        super().setUp()
        self.program = self.root / "sluice"
        self.program.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
        self.program.chmod(0o755)
        for name, value in {"SUBJECTS": {"one": "SubjectHung"}, "COMMANDS": [["merge"]],
                            "HEAD_START": 0.5, "USUAL": 0.35}.items():
            patch = mock.patch.object(hostile, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def problems(self, **plan):
        """What the stage says of a program that does so."""
        plan = {"calm": 0, "cases": hostile.CASES, "time": 2.4, "farewell": 0, "code": 2, **plan}
        text = str(plan).replace("'", '"')
        with mock.patch.object(hostile.toolchain, "release_program",
                               lambda tree: (str(self.program), [])), \
                mock.patch.dict(os.environ, {"PLAN": text}):
            return hostile.problems(Tree(self.root))

    def test_what_ends_in_time_is_no_problem(self):
        self.assertEqual(self.problems(), [])

    def test_a_case_that_takes_longer_than_the_watchdog_and_half_a_second_is_named(self):
        found = self.problems(time=3.4)
        self.assertEqual(len(found), 2)
        self.assertIn("a case of 'one' takes 3.40 s", found[1])

    def test_a_slow_machine_has_as_much_more_time(self):
        self.assertEqual(hostile.allowed(0.5, hostile.USUAL / 2), 0.5)
        self.assertEqual(hostile.allowed(0.5, hostile.USUAL * 4), 2.0)
        self.assertEqual(self.problems(time=2.9, calm=hostile.USUAL * 2), [])

    def test_cases_that_end_otherwise_are_no_measure(self):
        self.assertIn("and not 4 times 'SubjectHung'", self.problems(cases=3)[1])

    def test_a_command_that_goes_on_behind_a_signal_is_named(self):
        with mock.patch.object(hostile, "FAREWELL", 0.5):
            self.assertIn("'merge' ends ", self.problems(farewell=1.5)[1])

    def test_a_command_that_dies_of_the_signal_is_named(self):
        self.assertIn("'merge' ends with 7 for a signal", self.problems(code=7)[1])

    def test_a_release_build_that_fails_is_the_problem(self):
        with mock.patch.object(hostile.toolchain, "release_program",
                               lambda tree: (None, ["no build"])):
            self.assertEqual(hostile.problems(Tree(self.root)), ["no build"])
