"""Imports and declarations that the graph forbids are found."""
from checks import graph
from checks.tests.support import MANIFEST, TreeTestCase

REPORTS = 'Module(name: "SluiceReports", floor: .reports)'


class GraphTests(TreeTestCase):
    def test_the_tree_as_it_should_be_passes(self):
        self.write("Sources/Fronts/SluiceHarness/A.swift", """
            public import Foundation
            import SluiceReports
            internal import struct SluiceSimulation.A
            // import SluiceScenarios
            let text = "import SluiceScenarios"
            """)
        self.write("Tests/SluiceSimulationTests/A.swift", "import SluiceReports\nimport Testing\n")
        self.write("Sources/Shipped/SluiceTool/main.swift", "import SluiceHarness\n")
        self.assertEqual(self.found(graph), [])

    def test_imports_that_no_declaration_allows(self):
        path = "Sources/Reports/SluiceReports/A.swift"
        for line in [
            "import SluiceSimulation", "public import SluiceSimulation", "import sluice",
            "@_exported import SluiceSimulation", "import struct SluiceSimulation.A",
            "@_spi(X) package import SluiceSimulation", "  import SluiceHarness",
            "import CSimulationRuntime", "import Alamofire", "import SluiceHarnessTests",
        ]:
            with self.subTest(line):
                self.write(path, f"import Foundation\n{line}\n")
                self.assertEqual(self.places(graph), [f"{path}:2"])

    def test_what_is_reached_only_through_another_module_must_be_declared(self):
        self.write("Sources/Shipped/SluiceTool/main.swift", "import SluiceReports\n")
        self.assertEqual(self.places(graph), ["Sources/Shipped/SluiceTool/main.swift:1"])

    def test_tests_import_what_they_declare(self):
        self.write("Tests/SluiceReportsTests/A.swift", "import SluiceSimulation\n")
        self.assertEqual(self.places(graph), ["Tests/SluiceReportsTests/A.swift:1"])

    def test_simulation_and_scenarios_do_without_foundation(self):
        for module in ["Runtime/SluiceSimulation", "Kit/SluiceScenarios"]:
            for name in ["Foundation", "FoundationEssentials"]:
                self.write(f"Sources/{module}/A.swift", f"import {name}\n")
                self.assertIn(f"Sources/{module}/A.swift:1", self.places(graph))

    def test_arrows_go_down(self):
        self.manifest(REPORTS, f'{REPORTS[:-1]}, dependencies: ["SluiceHarness"])')
        self.assertIn("does not stand below", self.found(graph)[0])

    def test_entries_may_share_a_list_of_names(self):
        self.manifest(REPORTS,
                      f'{REPORTS[:-1]}, dependencies: ["SluiceSpies"] + shared),\n'
                      '  Module(name: "SluiceRunner", floor: .kit, dependencies: shared)')
        with open(self.root / "Package.swift", encoding="utf-8") as file:
            text = file.read()
        self.write("Package.swift", 'let shared = ["SluiceHarness", "Gone"]\n' + text)
        found = " ".join(self.found(graph))
        for name in ["SluiceReports names SluiceHarness", "SluiceRunner names Gone"]:
            self.assertIn(name, found)

    def test_no_arrow_to_itself_or_to_nowhere(self):
        self.manifest(REPORTS, f'{REPORTS[:-1]}, dependencies: ["SluiceReports", "Gone"])')
        self.assertEqual(len(self.found(graph)), 2)

    def test_no_module_twice(self):
        self.manifest(REPORTS, f"{REPORTS}, {REPORTS}")
        self.assertIn("declared twice", self.found(graph)[0])

    def test_each_module_has_its_tests_unless_it_says_otherwise(self):
        (self.root / "Tests/SluiceReportsTests").rmdir()
        self.assertEqual(self.places(graph), ["Tests/SluiceReportsTests:1"])

    def test_no_folder_without_a_declaration(self):
        for name in ["Sources/Kit/Stray", "Tests/StrayTests", "Tests/SluiceScenariosTests"]:
            (self.root / name).mkdir()
        self.assertEqual(len(self.found(graph)), 3)

    def test_no_folder_of_no_floor(self):
        for name in ["Sources/Stray", "Sources/Cellar/SluiceDeep"]:
            (self.root / name).mkdir(parents=True)
        self.assertEqual(self.places(graph), ["Sources/Cellar:1", "Sources/Stray:1"])
        self.assertIn("Shipped, Fronts, Reports, Kit, Runtime", self.found(graph)[0])

    def test_each_module_lies_on_the_floor_that_it_declares(self):
        old, new = "Sources/Reports/SluiceReports", "Sources/Kit/SluiceReports"
        (self.root / old).rename(self.root / new)
        self.assertEqual(self.places(graph), [f"{new}:1", f"{old}:1"])

    def test_each_other_target_lies_on_the_floor_that_it_declares(self):
        old, new = "Sources/Shipped/SluiceTool", "Sources/SluiceTool"
        (self.root / old).rename(self.root / new)
        self.assertEqual(self.places(graph), [f"{old}:1", f"{new}:1"])

    def test_no_module_without_a_floor(self):
        for new in ['Module(name: "SluiceReports")',
                    'Module(name: "SluiceReports", floor: .cellar)']:
            with self.subTest(new):
                self.manifest(REPORTS, new)
                self.assertIn("SluiceReports names no floor", self.found(graph)[0])

    def test_no_other_target_without_a_floor(self):
        self.manifest('name: "CSimulationRuntime", path: Floor.runtime.path',
                      'name: "CSimulationRuntime", path: Floor.cellar.path')
        self.assertIn("CSimulationRuntime names no floor", self.found(graph)[0])

    def test_no_other_package(self):
        self.manifest("targets: [", 'dependencies: [.package(url: "x", from: "1.0.0")], targets: [')
        self.assertIn("another package", self.found(graph)[0])

    def test_a_manifest_of_another_shape_is_not_taken_for_an_empty_graph(self):
        self.write("Package.swift", "let package = Package(name: \"a\")\n")
        self.assertIn("found no list", self.found(graph)[0])
        self.manifest("enum Floor", "enum Story")
        self.assertIn("found no cases of Floor", self.found(graph)[0])
        (self.root / "Package.swift").unlink()
        self.assertIn("no manifest", self.found(graph)[0])
