"""What is public is listed, and what is listed is public."""
from checks import surface
from checks.tests.support import TreeTestCase
from checks.tree import Tree


class SurfaceTests(TreeTestCase):
    def setUp(self):
        super().setUp()
        self.write("Sources/Runtime/SluiceSimulation/A.swift", """
            public import Foundation
            /// A type.
            public struct A: Sendable {
              // public var comment: Int
              public init(
                first: Int
              ) {}
            }
            """)
        self.write("Scripts/public-surface.txt", """
            SluiceSimulation: public init(
            SluiceSimulation: public struct A: Sendable
            """)

    def messages(self):
        return [finding.message for finding in surface.findings(Tree(self.root))]

    def test_what_is_listed_passes(self):
        self.assertEqual(self.messages(), [])

    def test_what_is_new_is_named(self):
        self.write("Sources/Runtime/SluiceSimulation/B.swift", "public func b() {}\n")
        self.assertEqual(
            self.messages(),
            ["public, and not in Scripts/public-surface.txt: SluiceSimulation: public func b()"])

    def test_what_is_gone_is_named(self):
        self.write("Sources/Runtime/SluiceSimulation/A.swift", "struct A {}\n")
        self.assertEqual(len(self.messages()), 2)

    def test_what_no_library_exports_is_package(self):
        self.write("Sources/Reports/SluiceReports/A.swift", "public struct A {}\n")
        self.assertEqual(
            self.messages(), ["SluiceReports is part of no library; 'package' is enough"])
