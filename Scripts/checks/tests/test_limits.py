"""Lengths beyond a limit are found, and lengths at it are not."""
from checks import limits
from checks.tests.support import TreeTestCase

FILE = "Sources/Reports/SluiceReports/File.swift"


class LimitTests(TreeTestCase):
    def test_file_length(self):
        self.write(FILE, "let a = 1\n" * 400)
        self.assertEqual(self.places(limits), [])
        self.write(FILE, "let a = 1\n" * 401)
        self.assertEqual(self.places(limits), [f"{FILE}:401"])

    def test_line_length_counts_scalars(self):
        self.write(FILE, "//" + "é" * 98 + "\n//" + "é" * 99 + "\n")
        self.assertEqual(self.places(limits), [f"{FILE}:2"])

    def test_functions_of_all_kinds(self):
        body = "  let x = 1\n"
        heads = [
            "func f() {", "func f(\n  a: Int = g { 1 }\n) async throws(E) -> [Int]\nwhere T: P {",
            "init() {", "init?(a: Int) {", "deinit {", "subscript(a: Int) -> Int {",
            "var a: Int {", "let a: @Sendable () -> Void = {", "static func < (a: A) -> Bool {",
        ]
        for head in heads:
            with self.subTest(head):
                own = head.count("\n") + 2
                self.write(FILE, f"// first\n{head}\n" + body * (70 - own) + "}\n")
                self.assertEqual(self.found(limits), [])
                self.write(FILE, f"// first\n{head}\n" + body * (71 - own) + "}\n")
                self.assertEqual(self.places(limits), [f"{FILE}:2"])

    def test_braces_in_literals_do_not_count(self):
        text = 'func f() {\n  g("{{{")  // {{\n}\nfunc h() {\n' + "  let x = 1\n" * 60 + "}\n"
        self.write(FILE, text)
        self.assertEqual(self.found(limits), [])

    def test_declarations_without_a_body_have_no_length(self):
        self.write(FILE, "protocol P {\n  func f()\n  var a: Int { get }\n"
                   + "  func g() -> Int\n" * 100 + "}\n")
        self.assertEqual(self.found(limits), [])

    def test_c_functions(self):
        path = "Sources/Runtime/CSimulationRuntime/file.c"
        text = "struct s { int a; };\nstatic void f(int a,\n  int b) {\n  if (a) {\n  }\n"
        self.write(path, text + "  a = b;\n" * 65 + "}\n")
        self.assertEqual(self.found(limits), [])
        self.write(path, text + "  a = b;\n" * 66 + "}\n")
        self.assertEqual(self.places(limits), [f"{path}:2"])

    def test_scripts_obey_too(self):
        self.write("Scripts/a.py", "def f():\n" + "    pass\n" * 70)
        self.write("Scripts/b", "#" * 101)
        self.assertEqual(self.places(limits), ["Scripts/a.py:1", "Scripts/b:1"])
