"""Two names are one where case is ignored."""
import subprocess

from checks import names
from checks.tests.support import TreeTestCase


class NameTests(TreeTestCase):
    def test_names_that_differ_in_more_than_case_are_fine(self):
        self.write("Sources/Reports/SluiceReports/Report.swift", "")
        self.write("Sources/Reports/SluiceReports/Reports.swift", "")
        self.write("Tests/SluiceReportsTests/Report.swift", "")
        self.assertEqual(self.found(names), [])

    def test_no_two_files(self):
        self.write("Sources/Reports/SluiceReports/Report.swift", "")
        self.write("Sources/Reports/SluiceReports/report.swift", "")
        self.assertEqual(
            self.found(names),
            ["Sources/Reports/SluiceReports/report.swift:1: differs from "
             "Sources/Reports/SluiceReports/Report.swift in case alone"])

    def test_no_two_folders_of_different_files(self):
        self.write("Sources/Fronts/Sluice/Sluice.swift", "")
        self.write("Sources/Fronts/sluice/main.swift", "")
        self.assertEqual(self.places(names), ["Sources/Fronts/sluice:1"])

    def test_no_two_targets(self):
        self.manifest('name: "SluiceTool", dep', 'name: "sluicereports", dep')
        self.assertEqual(
            self.found(names),
            ["Package.swift:23: target sluicereports differs from SluiceReports in case alone"])

    def test_a_target_and_the_tests_of_another(self):
        self.manifest('name: "SluiceTool", dep', 'name: "SluiceREPORTSTests", dep')
        self.assertEqual(len(self.found(names)), 1)

    def test_what_git_ignores_may_be_called_anything(self):
        subprocess.run(["git", "init", "--quiet", str(self.root)], check=True)
        self.write(".gitignore", "/built\n")
        self.write("built/Sluice.o", "")
        self.write("built/sluice.o", "")
        self.assertEqual(self.found(names), [])
        self.write("Reports/A.txt", "")
        self.write("Reports/a.txt", "")
        self.assertEqual(self.places(names), ["Reports/a.txt:1"])
