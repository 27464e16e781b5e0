"""Wide comments are wrapped, and nothing else is touched."""
import unittest

from checks.wrapping import wrapped

WORDS = "word " * 30


class WrappingTests(unittest.TestCase):
    def test_a_wide_paragraph_is_wrapped_with_its_mark_and_indentation(self):
        for mark in ["//", "  ///", "    //"]:
            text = f"a\n{mark} {WORDS}\n{mark} end\nb"
            lines = wrapped(text).split("\n")
            self.assertEqual((lines[0], lines[-1]), ("a", "b"))
            self.assertTrue(all(line.startswith(mark + " ") for line in lines[1:-1]))
            self.assertTrue(all(len(line) <= 100 for line in lines))
            words = " ".join(line.removeprefix(mark) for line in lines[1:-1]).split()
            self.assertEqual(words, WORDS.split() + ["end"])

    def test_an_item_keeps_its_hanging_indentation(self):
        lines = wrapped(f"/// - a: {WORDS}\n/// - b: short").split("\n")
        self.assertTrue(lines[0].startswith("/// - a: word"))
        self.assertTrue(lines[1].startswith("///   word"))
        self.assertEqual(lines[-1], "/// - b: short")

    def test_what_fits_or_keeps_its_line_breaks_stays(self):
        for text in [
            "/// short\n/// lines\n", f"let a = 1  // {WORDS}", f'"""\n{WORDS}\n"""',
            f"/// ```\n/// {WORDS}\n/// ```\n", f"/// | {WORDS}|\n", "/// " + "x" * 120,
            f"// MARK: {WORDS.strip()}",
        ]:
            self.assertEqual(wrapped(text), text)

    def test_wrapping_twice_changes_nothing(self):
        once = wrapped(f"/// {WORDS}\n///\n/// - a: {WORDS}")
        self.assertEqual(wrapped(once), once)


if __name__ == "__main__":
    unittest.main()
