"""Each ban catches what it is for, and lets pass what only resembles it."""
from checks import bans
from checks.tests.support import TreeTestCase

PLAIN = "Sources/Reports/SluiceReports/File.swift"
BANNED = [
    "let a = try! f()", 'fatalError("")', "fatalError()", "a as! B", "@testable import A",
    "print(a)", "Swift.print(a)", "debugPrint(a)", "dump(a)", "NSLog(a)",
    "await Task.sleep(for: a)", "usleep(1)", "sleep(1)", "nanosleep(a, b)", "Thread.sleep(1)",
    "let a = Date()", "Date.now", "ContinuousClock()", "SuspendingClock.now",
    "UUID()", "Int.random(in: 0...1)", "Int.random(in: 0..<f(a))", "Bool.random()",
    "let a: Bool = .random()", "a.shuffled()", "SystemRandomNumberGenerator()",
    "final class A: @unchecked Sendable {}", "nonisolated(unsafe) let a = 1", "unsafe f()",
    "// TODO: later", "// FIXME", "/// TODO write this", "// HACK around it",
    "// let a = f(b)", "// return f(a)", "// if a {", "// }", "// a.b = c", "// f(a);",
    "// try await f(a)", "// import Foundation", "// func f() {", "// struct A: B {}",
]
ALLOWED = [
    "let a = try f()", 'fatalError("why")', "fatalError(why)", "a as? B",
    '"print(a)"', "a.print(b)", "func print(_ a: A) {}", "fingerprint(a)", "blueprint(a)",
    "case sleep(a)", "Task.yield()", "let date = Date(timeIntervalSince1970: 0)",
    "Int.random(in: 0...1, using: &g)", "Int.random(in: 0..<f(a), using: &g)",
    "simulation.random()", "f(a).random()", "scheduler?.random()",
    "a.shuffled(using: &g)", "// neither Task.sleep nor Date()",
    "func f(unsafe a: Int) {}", "let unsafety = 1", "// TODO(#12): later", "/// let a = f(b)",
    "// the clock is read (once) here", "// if a task ends, nothing else runs",
    "// return to the caller at once", "// for each of them, see below: a = b, in words",
    "// a comment that ends with a call, f(x)", "// https://example.org/a(b)",
    "let a = 1  // f(a)", "// nothing", "//",
]


class BanTests(TreeTestCase):
    def test_what_is_banned_is_found_where_it_stands(self):
        for line in BANNED:
            with self.subTest(line):
                self.write(PLAIN, f"// first\n\n{line}\n")
                self.assertEqual(self.places(bans), [f"{PLAIN}:3"], self.found(bans))

    def test_what_only_resembles_it_passes(self):
        for line in ALLOWED:
            with self.subTest(line):
                self.write(PLAIN, f"{line}\n")
                self.assertEqual(self.found(bans), [])

    def test_exceptions_hold_in_their_folders_alone(self):
        for folder, line in [
            ("Sources/Shipped/SluiceTool", "print(a)"), ("Tests/SluiceReportsTests", "print(a)"),
            ("Tests/SluiceReportsTests", "UUID()"),
            ("Sources/Fronts/SluiceHarness", "ContinuousClock()"),
            ("Sources/Runtime/SluiceSimulation", "await Task.sleep(for: a)"),
            ("Tests/SluiceReportsTests", "await Task.sleep(for: a)"),
        ]:
            with self.subTest(folder + line):
                self.write(f"{folder}/File.swift", f"{line}\n")
                self.assertEqual(self.found(bans), [])
        self.write("Tests/SluiceReportsTests/File.swift", "unsafe f()\n")
        self.assertEqual(self.places(bans), ["Tests/SluiceReportsTests/File.swift:1"])

    def test_a_link_in_the_tree_is_looked_at_where_it_leads(self):
        place = "Tests/SluiceReportsTests/File.swift"
        self.write(place, "unsafe f()\n")
        (self.root / "Tests/SluiceHarnessTests/File.swift").symlink_to(
            "../SluiceReportsTests/File.swift")
        self.assertEqual(self.places(bans), [f"{place}:1"])

    def test_system_calls_may_be_unsafe_in_their_folder_with_a_proof(self):
        folder = "Sources/Kit/SluiceRunner/Workers"
        self.write(f"{folder}/System/File.swift", "let a = 1\n// proof\nunsafe f()\n")
        self.assertEqual(self.found(bans), [])
        self.write(f"{folder}/System/File.swift", "let a = 1\nunsafe f()\n")
        self.write(f"{folder}/File.swift", "// proof\nunsafe f()\n")
        self.assertEqual(
            self.places(bans), [f"{folder}/File.swift:2", f"{folder}/System/File.swift:2"])

    def test_open_classes_may_promise_to_be_sendable_with_a_proof(self):
        file = "Sources/Fakes/FakeFirestore/API/Query.swift"
        self.write(file, "// proof\npublic class Query: @unchecked Sendable {}\n")
        self.assertEqual(self.found(bans), [])
        self.write(file, "let a = 1\npublic class Query: @unchecked Sendable {}\n")
        self.assertEqual(self.places(bans), [f"{file}:2"])
        self.write(file, "// proof\nunsafe f()\n// proof\nnonisolated(unsafe) let a = 1\n")
        self.assertEqual(self.places(bans), [f"{file}:2", f"{file}:4"])

    def test_only_leaves_read_a_text_for_people(self):
        leaf = "Sources/Reports/SluiceReports/Terminal/File.swift"
        other = "Sources/Kit/SluiceRunner/Execution/File.swift"
        for file in [leaf, other]:
            self.write(file, "let a = failure.text().rendered\nlet b = rendered\n")
        self.assertEqual(self.places(bans), [f"{other}:1"])

    def test_no_code_decides_by_the_words_of_a_message(self):
        file = "Sources/Kit/SluiceRunner/Execution/File.swift"
        for line in ['failure.message.hasPrefix("it hangs")', 'details.contains("a")',
                     'notes?.firstRange(of: "a")', 'problem.body.utf8.starts(with: a)']:
            with self.subTest(line):
                self.write(file, f"let a = 1\nif {line} {{ f() }}\n")
                self.assertEqual(self.places(bans), [f"{file}:2"])
        self.write(file, "details.append(failure.message)\nlet a = message.count\n")
        self.assertEqual(self.found(bans), [])

    def test_vague_folders(self):
        for name in ["Utils", "Helpers", "Extensions", "utilities"]:
            self.write(f"Sources/Reports/SluiceReports/{name}/File.swift", "let a = 1\n")
        self.assertEqual(len(self.found(bans)), 4)
