"""The stage that tries another compiler and another processor tells what it is shown."""
import subprocess
from unittest import mock

from checks import debian, toolchains
from checks.copying import copy_tracked
from checks.debian import Host, Result
from checks.skipping import Skipped
from checks.telling import Report, counts, difference
from checks.tests.support import TreeTestCase
from checks.tree import Tree

PASSED = """\
◇ Test run started.
✔ Test "one" passed after 0.001 seconds.
◇ Test "three is skipped" started.
➜ Test "two" skipped: "a campaign, for a release build"
✔ Test run with 3 tests in 2 suites passed after 1.2 seconds.
"""
FAILED = """\
✘ Test "one" recorded an issue at A.swift:3:5: Expectation failed: 1 == 2
↳ // why
✘ Test "one" failed after 0.001 seconds with 1 issue.
✘ Test "each" with 5 test cases failed after 0.001 seconds with 1 issue.
✘ Suite "Two" failed after 0.002 seconds with 2 issues.
✘ Test run with 3 tests in 2 suites failed after 1.2 seconds with 2 issues.
"""


class SkipTests(TreeTestCase):
    def test_a_machine_that_can_not_is_skipped_with_the_reason(self):
        host = Host("Darwin", "arm64", is_root=False, can_mount=False)
        with mock.patch.object(Host, "here", return_value=host):
            with self.assertRaisesRegex(Skipped, "this is Darwin on arm64"):
                toolchains.problems(Tree(self.root))

    def test_a_cache_within_the_repository_is_a_failure(self):
        with mock.patch.dict("os.environ", {debian.VARIABLE: str(self.root / "cache")}):
            self.assertIn("within the repository", toolchains.problems(Tree(self.root))[0])

    def test_a_cache_that_cant_be_made_is_a_reason_to_skip(self):
        self.write("file", "")
        with self.assertRaisesRegex(Skipped, "can't be made"):
            with toolchains.locked(self.root / "file" / "cache", Report()):
                pass


class CopyTests(TreeTestCase):
    def setUp(self):
        super().setUp()
        self.write("from/A.swift", "let a = 1\n")
        self.write("from/folder/B.swift", "let b = 1\n")
        (self.root / "from/C.swift").symlink_to("A.swift")
        self.git("init", "--quiet")
        self.git("add", ".")

    def git(self, *words):
        subprocess.run(["git", "-C", str(self.root / "from"), *words], check=True)

    def copied(self):
        """Makes the copy, and gives the files in it."""
        target = self.root / "to"
        copy_tracked(self.root / "from", target)
        return sorted(path.relative_to(target).as_posix()
                      for path in target.rglob("*") if not path.is_dir())

    def test_the_tracked_files_as_they_are_now(self):
        self.write("from/A.swift", "let a = 2\n")
        self.write("from/new.swift", "")
        self.assertEqual(self.copied(), ["A.swift", "C.swift", "folder/B.swift"])
        self.assertEqual((self.root / "to/A.swift").read_text(encoding="utf-8"), "let a = 2\n")
        self.assertTrue((self.root / "to/C.swift").is_symlink())

    def test_what_is_gone_goes_and_what_was_built_stays(self):
        self.copied()
        self.write("to/.build/kept.o", "")
        self.write("to/left.swift", "")
        (self.root / "from/folder/B.swift").unlink()
        self.assertEqual(self.copied(), [".build/kept.o", "A.swift", "C.swift"])

    def test_an_unchanged_file_is_not_written_again(self):
        self.copied()
        first = (self.root / "to/A.swift").stat().st_ino
        self.copied()
        self.assertEqual((self.root / "to/A.swift").stat().st_ino, first)
        self.write("from/A.swift", "let a = 2\n")
        self.copied()
        self.assertEqual((self.root / "to/A.swift").read_text(encoding="utf-8"), "let a = 2\n")


class ComparisonTests(TreeTestCase):
    def compared(self, first, second):
        for name, text in [("first", first), ("second", second)]:
            (self.root / name).write_bytes(text)
        return difference(self.root / "first", self.root / "second")

    def test_the_same_bytes(self):
        self.assertEqual(self.compared(b"a\nb\n", b"a\nb\n"), [])

    def test_one_byte_is_a_difference_with_its_line(self):
        found = self.compared(b"a\nb\nc\n", b"a\nB\nc\n")
        self.assertIn("differ in 1 lines, first in line 2", found[0])
        self.assertEqual(found[1:], ["  b", "  B"])

    def test_a_shorter_report_and_another_end_of_line_differ(self):
        self.assertIn("first in line 2", self.compared(b"a\n", b"a\nb\n")[0])
        self.assertEqual(len(self.compared(b"a", b"a\n")), 3)
        self.assertEqual(len(self.compared(b"a\r\n", b"a\n")), 3)

    def test_a_report_that_is_not_there_differs_from_each(self):
        (self.root / "first").write_bytes(b"")
        self.assertIn("there is no", difference(self.root / "first", self.root / "second")[0])

    def test_the_stage_fails_where_reports_differ(self):
        lines = []
        report = Report(lambda text, flush: lines.append(text))
        stage = toolchains.Stage(Tree(self.root), None, report)
        self.compared(b"a", b"a")
        stage.compare("cases", self.root / "first", self.root / "second")
        self.assertEqual(report.problems, [])
        self.assertIn("the same 1 bytes", lines[-1])
        self.compared(b"a", b"b")
        stage.compare("cases", self.root / "first", self.root / "second")
        self.assertEqual(report.problems[0], "cases: the reports differ")
        self.assertIn("DIFFER", lines[-1])


class JudgementTests(TreeTestCase):
    def judged(self, text, code, is_late=False):
        """What is said and what is noted of a run of a test program."""
        lines = []
        report = Report(lambda text, flush: lines.append(text))
        stage = toolchains.Stage(Tree(self.root), None, report)
        stage.judge_tests("tests", "'call'", Result(code, text, 2.0, is_late))
        return lines, report.problems

    def test_counts(self):
        campaign = {"a campaign, for a release build": 1}
        self.assertEqual(counts(PASSED), (3, [], campaign))
        self.assertEqual(counts(FAILED), (3, ['"one"', '"each"'], {}))
        self.assertEqual(counts(PASSED + PASSED)[2], {"a campaign, for a release build": 2})
        old = "Executed 2 tests, with 1 failure (0 unexpected) in 0 s\n"
        self.assertEqual(counts(old + PASSED), (5, ["1 failures in XCTest"], campaign))

    def test_a_run_that_passes(self):
        lines, problems = self.judged(PASSED, 0)
        self.assertIn("2 of 3 passed, 0 failed, 1 skipped; 'call', 2 s", lines[0])
        self.assertIn("1 skipped, a campaign, for a release build", lines[1])
        self.assertEqual(problems, [])

    def test_a_run_that_fails_names_each_test(self):
        lines, problems = self.judged(FAILED, 1)
        self.assertIn("1 of 3 passed, 2 failed", lines[0])
        self.assertIn("'call' ends with 1; 2 of 3 tests failed", problems[0])
        self.assertEqual(problems[-2:], ['  failed: "one"', '  failed: "each"'])

    def test_what_a_test_provokes_is_not_shown_as_a_fault(self):
        known = '✘ Test "two" recorded a known issue at B.swift:1:1: Issue recorded\n'
        problems = self.judged(known + FAILED, 1)[1]
        self.assertFalse(any("known" in problem for problem in problems))
        self.assertTrue(any('Test "one" recorded an issue' in problem for problem in problems))

    def test_no_test_is_no_pass(self):
        self.assertTrue(self.judged("", 0)[1])
        self.assertTrue(self.judged("✔ Test run with 0 tests passed after 0.1 seconds.\n", 0)[1])

    def test_a_run_without_end_fails_whatever_it_printed(self):
        self.assertIn("does not end", self.judged(PASSED, -9, is_late=True)[1][0])
