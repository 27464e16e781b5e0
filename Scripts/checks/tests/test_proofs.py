"""Unsafe code without its proof is found, and code with it passes."""
from checks import bans
from checks.tests.support import TreeTestCase

FILE = "Sources/Runtime/SluiceSimulation/File.swift"

PROVED = [
    "// proof\nunsafe f()",
    "/// Proof.\nfinal class A: @unchecked Sendable {}",
    "// proof\nunsafe f()\nunsafe g()",
    "// proof\nf(\n  a,\n  unsafe b)",
    "// proof\n@inline(never)\nnonisolated(unsafe) let a = 1",
    "// proof\nfunc f() {\n  let a = 1\n  unsafe g(a)\n}",
    "// proof\nfunc f(\n  a: Int\n) -> Int {\n  if a {\n    unsafe g(a)\n  }\n}",
    "class A {\n  // proof\n  var a: Int { unsafe b }\n}",
    "func f() {\n  // proof\n  if a {\n    unsafe g(a)\n  }\n}",
]
UNPROVED = [
    "unsafe f()",
    "// proof\n\nunsafe f()",
    "// proof\nlet a = 1\nunsafe f()",
    "unsafe f()  // proof",
    "let a = 1  // other\nunsafe f()",
    "// proof\nlet a = g(b)\nf(\n  unsafe b)",
    "// of the type\nclass A {\n  var a: Int { unsafe b }\n}",
    "// of the type\nextension A: B\nwhere C: D {\n  func f() {\n    unsafe b()\n  }\n}",
    "// of another\nfunc f() {}\nfunc g() {\n  unsafe b()\n}",
    "// of the function\nfunc f() {\n  nonisolated(unsafe) let a = 1\n}",
    "// of the function\nfunc f() {\n  final class A: @unchecked Sendable {}\n}",
]


class ProofTests(TreeTestCase):
    def test_proved_code_passes(self):
        for text in PROVED:
            with self.subTest(text):
                self.write(FILE, f"let first = 1\n{text}\n")
                self.assertEqual(self.found(bans), [])

    def test_unproved_code_is_found(self):
        for text in UNPROVED:
            with self.subTest(text):
                self.write(FILE, f"let first = 1\n{text}\n")
                line = next(number for number, line in enumerate(text.splitlines(), start=2)
                            if "unsafe" in line or "@unchecked" in line)
                self.assertEqual(self.places(bans), [f"{FILE}:{line}"])
