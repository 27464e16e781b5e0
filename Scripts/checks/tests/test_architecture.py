"""Each difference between ARCHITECTURE.md and the tree is found."""
from checks import architecture
from checks.tests.support import TreeTestCase

PAGE = """
    # Architecture

    The floors are in `Sources/<Floor>/<Module>`; see `swift build` and `a.b`.

    ## Floors

    | floor | module | content |
    |---|---|---|
    | Shipped | `SluiceTool` | the program |
    | Fronts | `SluiceHarness` | the command line |
    | Reports | `SluiceReports` | reports |
    | Kit | `SluiceScenarios` | the language |
    | Runtime | `SluiceSimulation` | the simulation |
    | Runtime | `CSimulationRuntime` | its C library |

    ## Life

    `SluiceTool/main.swift` calls `Run+Case.swift` in `Sources/Fronts/SluiceHarness`.

    ## Glossary

    - **case**: a scenario with a row
    - **run**: one play of a case
"""


class ArchitectureTests(TreeTestCase):
    def setUp(self):
        super().setUp()
        self.write("Sources/Shipped/SluiceTool/main.swift", "")
        self.write("Sources/Fronts/SluiceHarness/Run+Case.swift", "")
        self.write("ARCHITECTURE.md", PAGE)

    def page(self, old, new):
        """Writes the page with one piece of text replaced, and gives what is found then."""
        self.assertIn(old, PAGE)
        self.write("ARCHITECTURE.md", PAGE.replace(old, new))
        return self.found(architecture)

    def test_a_page_that_fits_the_tree_passes(self):
        self.assertEqual(self.found(architecture), [])

    def test_the_page_has_to_be_there(self):
        (self.root / "ARCHITECTURE.md").unlink()
        self.assertEqual(self.found(architecture), ["ARCHITECTURE.md:1: there is no such file"])

    def test_each_module_has_a_line(self):
        for module in ["SluiceTool", "SluiceReports", "CSimulationRuntime"]:
            with self.subTest(module):
                found = self.page(f"`{module}` |", "|")
                self.assertEqual(
                    found, [f"ARCHITECTURE.md:1: {module} has no line in the table of floors"])

    def test_a_line_outside_the_table_of_floors_is_none(self):
        row = "    | Kit | `SluiceScenarios` | the language |\n"
        self.write("ARCHITECTURE.md", PAGE.replace(row, "") + "\n    ## More\n\n" + row)
        self.assertIn("SluiceScenarios has no line", self.found(architecture)[0])

    def test_no_module_has_two_lines(self):
        row = "    | Kit | `SluiceScenarios` | the language |\n"
        self.assertEqual(self.page(row, row + row),
                         ["ARCHITECTURE.md:13: SluiceScenarios has a line already"])

    def test_each_module_is_on_its_floor(self):
        self.assertEqual(self.page("| Kit |", "| Reports |"),
                         ["ARCHITECTURE.md:12: SluiceScenarios is on the floor Kit, not Reports"])
        self.assertEqual(self.page("| Shipped |", "| Kit |"),
                         ["ARCHITECTURE.md:9: SluiceTool is on the floor Shipped, not Kit"])

    def test_the_order_is_that_of_the_manifest(self):
        reports = "    | Reports | `SluiceReports` | reports |\n"
        scenarios = "    | Kit | `SluiceScenarios` | the language |\n"
        self.assertEqual(self.page(reports + scenarios, scenarios + reports),
                         ["ARCHITECTURE.md:12: SluiceReports comes earlier in the manifest"])

    def test_no_module_is_made_up(self):
        self.assertEqual(
            self.page("| Kit |", "| Kit | `SluiceGone` | gone |\n    | Kit |"),
            ["ARCHITECTURE.md:12: the manifest declares no module SluiceGone"])

    def test_each_file_and_folder_exists(self):
        for old, new in [
            ("Run+Case.swift", "Run+Gone.swift"), ("SluiceTool/main.swift", "Tool/main.swift"),
            ("Sources/Fronts/SluiceHarness", "Sources/Kit/SluiceHarness"),
            ("Sources/<Floor>/<Module>", "Gone/<Floor>"),
        ]:
            with self.subTest(new):
                self.assertEqual([finding.split(": ")[1] for finding in self.page(old, new)],
                                 [f"there is no {new}"])

    def test_the_end_of_a_path_begins_with_a_whole_name(self):
        self.assertEqual(len(self.page("`Run+Case.swift`", "`Case.swift`")), 1)

    def test_the_glossary_is_there_and_short(self):
        terms = "".join(f"    - **term {number}**: a word\n" for number in range(39))
        self.assertEqual(
            self.page("    - **run**: one play of a case\n", terms), [])
        found = self.page("    - **case**: a scenario", terms + "    - **case**: a scenario")
        self.assertEqual(len(found), 1)
        self.assertIn("41 terms in the glossary; 40 is the limit", found[0])
        self.assertIn("there is no glossary", self.page("## Glossary", "## Words")[0])

    def test_no_term_stands_twice(self):
        self.assertEqual(self.page("- **run**", "- **case**"),
                         ["ARCHITECTURE.md:23: the glossary has 'case' already"])
