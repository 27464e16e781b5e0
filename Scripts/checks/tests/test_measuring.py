"""The counts of a tree and of a commit, in flat folders and below floors."""
import contextlib
import io
import subprocess

from checks import measuring
from checks.tests.support import TreeTestCase

FLAT = {
    "Sources/SluiceReports/A.swift": "let a = 1  // a comment\n",
    "Sources/SluiceConformance/Rules/Order/B.swift": "let b\n",
    "Sources/SluiceConformance/Evidence/C.swift": "let c = f()\n",
    "Sources/FaultyStreams/D.swift": "d\n",
    "Sources/CSimulationRuntime/e.c": "int e;\n",
}


class MeasuringTests(TreeTestCase):
    def git(self, *arguments):
        subprocess.run(
            ["git", "-C", str(self.root), "-c", "user.name=a", "-c", "user.email=a@example.invalid",
             *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def printed(self, *arguments):
        """The exit code and the rows of a call, each split into words."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = measuring.main([*arguments, "--root", str(self.root)])
        return code, [line.split() for line in output.getvalue().splitlines()]

    def test_rules_and_faulty_streams_are_counted_apart(self):
        count = measuring.count(FLAT.items(), has_floors=False)
        self.assertEqual(count.modules["SluiceReports"], 4)
        self.assertEqual(count.modules["SluiceConformance"], 5)
        self.assertEqual(count.apart, {"rules": 2, "faulty streams": 1})

    def test_a_floor_is_no_module(self):
        floors = {path.replace("Sources/", "Sources/Kit/"): text for path, text in FLAT.items()}
        self.assertEqual(measuring.count(floors.items(), has_floors=True),
                         measuring.count(FLAT.items(), has_floors=False))

    def test_a_flat_commit_is_compared_with_a_tree_of_floors(self):
        manifest = (self.root / "Package.swift").read_text(encoding="utf-8")
        self.write("Package.swift", manifest.replace("enum Floor", "enum Other"))
        for path, text in FLAT.items():
            self.write(path, text)
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "flat")
        self.write("Package.swift", manifest)
        for path in FLAT:
            (self.root / path).unlink()
        self.write("Sources/Reports/SluiceReports/A.swift", "let a = 1 + 2\n")
        self.write("Sources/Kit/SluiceScenarios/B.swift", "b\n")
        code, rows = self.printed("HEAD")
        self.assertEqual(code, 0)
        self.assertIn(["SluiceReports", "4", "6", "+2", "+50.0", "%"], rows)
        self.assertIn(["SluiceConformance", "5", "0", "-5", "-100.0", "%"], rows)
        self.assertIn(["SluiceScenarios", "0", "1", "+1", "new"], rows)
        self.assertIn(["apart:", "rules", "2", "0", "-2", "-100.0", "%"], rows)

    def test_a_tree_alone(self):
        self.write("Sources/Reports/SluiceReports/A.swift", "let a = 1\n")
        code, rows = self.printed()
        self.assertEqual(code, 0)
        self.assertEqual(rows[0], ["module", "tree"])
        self.assertIn(["all", "modules", "4"], rows)

    def test_no_such_commit(self):
        self.git("init", "--quiet")
        code, rows = self.printed("nonsense")
        self.assertEqual(code, 2)
        self.assertIn("no commit 'nonsense'", " ".join(rows[0]))
