"""A small repository for one test."""
import tempfile
import textwrap
import unittest
from pathlib import Path

from checks.tree import Tree

MANIFEST = """
    enum Floor: String {
      case shipped = "Shipped"
      case fronts = "Fronts"
      case reports = "Reports"
      case kit = "Kit"
      case runtime = "Runtime"
      func path(of module: String) -> String { "Sources/\\(rawValue)/\\(module)" }
    }
    let modules: [Module] = [
      // Module(name: "Commented"),
      Module(
        name: "SluiceHarness", floor: .fronts, dependencies: ["SluiceReports", "SluiceSimulation"]),
      Module(name: "SluiceReports", floor: .reports),
      Module(
        name: "SluiceScenarios", floor: .kit, testDependencies: nil),
      Module(name: "SluiceSimulation", floor: .runtime, dependencies: ["CSimulationRuntime"],
        testDependencies: ["SluiceReports"]),
    ]
    let package = Package(
      name: "sluice",
      targets: [
        .executableTarget(
          name: "SluiceTool", dependencies: ["SluiceHarness"],
          path: Floor.shipped.path(of: "SluiceTool")),
        .target(
          name: "CSimulationRuntime", path: Floor.runtime.path(of: "CSimulationRuntime"),
          linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
      ]
    )
"""
FOLDERS = [
    "Sources/Shipped/SluiceTool", "Sources/Runtime/CSimulationRuntime",
    "Sources/Fronts/SluiceHarness", "Sources/Reports/SluiceReports", "Sources/Kit/SluiceScenarios",
    "Sources/Runtime/SluiceSimulation",
    "Tests/SluiceHarnessTests", "Tests/SluiceReportsTests", "Tests/SluiceSimulationTests",
]


class TreeTestCase(unittest.TestCase):
    """A test with a tree of its own that breaks nothing until it is told to."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in FOLDERS:
            (self.root / name).mkdir(parents=True)
        self.write("Package.swift", MANIFEST)

    def write(self, path, text):
        """Writes a file, its common indentation removed."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")

    def manifest(self, old, new):
        """Declares the modules with one piece of text replaced."""
        self.assertIn(old, MANIFEST)
        self.write("Package.swift", MANIFEST.replace(old, new))

    def found(self, check):
        """What a check finds now, as text."""
        return [str(finding) for finding in sorted(set(check.findings(Tree(self.root))))]

    def places(self, check):
        """Where a check finds something now."""
        return [":".join(finding.split(":")[:2]) for finding in self.found(check)]
