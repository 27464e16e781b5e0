"""The command runs what it is told to, all of it, and ends as it should."""
import contextlib
import io
import threading
from unittest import mock

from checks import toolchain
from checks.__main__ import chosen_stages, main
from checks.skipping import Skipped
from checks.tests.support import TreeTestCase
from checks.tree import Tree


class StageTests(TreeTestCase):
    def check(self, *arguments):
        """The exit code and the output of a call."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                code = main([*arguments, "--root", str(self.root)])
            except SystemExit as end:
                code = end.code
        return code, output.getvalue()

    def test_all_stages_run_even_if_one_fails(self):
        self.write("Sources/Reports/SluiceReports/A.swift", "let a = try! f()\n" + "x" * 101 + "\n")
        code, output = self.check("--only", "limits,bans,graph")
        self.assertEqual(code, 1)
        lines = [line for line in output.splitlines() if not line.startswith(" ")]
        self.assertEqual([line.split()[:2] for line in lines[:3]],
                         [["limits", "FAILED"], ["bans", "FAILED"], ["graph", "ok"]])
        self.assertEqual(lines[3], "failed: limits, bans")
        self.assertIn("    Sources/Reports/SluiceReports/A.swift:2: ", output)

    def test_stages_that_pass_end_with_0(self):
        code, output = self.check("--only", "limits,bans,graph", "--skip", "bans")
        self.assertEqual(code, 0)
        self.assertTrue(output.endswith("all 2 stages passed\n"))

    def test_a_stage_that_runs_beside_another_has_its_line_in_its_place(self):
        both = threading.Barrier(2, timeout=60)

        def meet(tree):
            both.wait()
            return []

        stages = {"first": (lambda tree: [], ""), "verdicts": (meet, ""),
                  "between": (lambda tree: ["no"], ""), "examples": (meet, "")}
        with mock.patch.dict("checks.__main__.STAGES", stages, clear=True):
            code, output = self.check()
        self.assertEqual(code, 1)
        self.assertEqual([line.split()[:2] for line in output.splitlines() if line[:1] != " "],
                         [["first", "ok"], ["verdicts", "ok"], ["between", "FAILED"],
                          ["examples", "ok"], ["failed:", "between"]])

    def test_a_stage_that_cant_run_here_is_skipped_for_all_to_see_and_never_passed(self):
        def skip(tree):
            raise Skipped("no such machine")

        stages = {"first": (lambda tree: [], ""), "other": (skip, "")}
        with mock.patch.dict("checks.__main__.STAGES", stages, clear=True):
            code, output = self.check()
            alone = self.check("--only", "other")
        lines = output.splitlines()
        self.assertEqual((code, alone[0]), (0, 0))
        self.assertEqual(lines[1].split()[:2], ["other", "SKIPPED"])
        self.assertEqual(lines[2:], ["    skipped: no such machine", "all 1 stages passed",
                                     "skipped, which says nothing of them: other"])
        self.assertNotIn("passed", alone[1])

    def test_what_takes_long_runs_if_it_is_named_and_not_else(self):
        for name in ("sanitizers", "toolchains"):
            self.assertNotIn(name, chosen_stages([])[0])
            self.assertNotIn(name, chosen_stages(["--skip", "tests"])[0])
        self.assertEqual(chosen_stages(["--only", "limits,sanitizers"])[0],
                         ["limits", "sanitizers"])

    def test_a_wrong_call_ends_with_2(self):
        for arguments in [("--only", "limit"), ("--skip", "x"), ("--frob",),
                          ("--only", "bans", "--skip", "bans")]:
            self.assertEqual(self.check(*arguments)[0], 2)

    def test_a_command_that_fails_shows_its_interesting_lines_once(self):
        shown = toolchain.run(
            Tree(self.root), ["bash", "-c", "echo fine; echo error: a; echo error: a; exit 3"],
            interesting=("error",))
        self.assertEqual(shown[1:], ["error: a"])
        self.assertIn("ended with 3", shown[0])

    def test_a_command_that_passes_and_prints_what_it_must_not_is_a_failure(self):
        command = ["echo", "Test run with 0 tests"]
        self.assertEqual(toolchain.run(Tree(self.root), command, unwanted=("with 0 tests",)),
                         ["Test run with 0 tests"])
        self.assertEqual(toolchain.run(Tree(self.root), command, unwanted=("skipped",)), [])

    def test_a_command_that_fails_without_a_word_is_still_a_failure(self):
        self.assertEqual(len(toolchain.run(Tree(self.root), ["false"], interesting=("x",))), 1)
        self.assertEqual(toolchain.run(Tree(self.root), ["echo", "error"], ("error",)), [])
