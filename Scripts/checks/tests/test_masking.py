"""Code, comments and literals are told apart."""
import unittest

from checks.masking import mask

CASES = [
    ("a // b\nc", "a     \nc"),
    ('f("try!") + "// no"', 'f("    ") + "     "'),
    ('"a \\(g("x")) b"', '"   (g(" "))  "'),
    ('"\\\\" + x', '"  " + x'),
    ('"\\"" + x', '"  " + x'),
    ('#"a"b"# + x', '#"   "# + x'),
    ('#"\\(a) \\#(b)"#', '#"       (b)"#'),
    ('"""\n "a" \\(b) "x\n""" + y', '"""\n      (b)   \n""" + y'),
    ("/* a /* b */ c */ d", "                  d"),
    ('s.matches(of: /<a v="[^"/]*"/) + "x"', "s.matches(of:                ) + \" \""),
    ("a / b / c", "a / b / c"),
    ('#/ " /# + x', "        + x"),
    ('let a = "unterminated\nlet b', 'let a = "            \nlet b'),
]


class MaskingTests(unittest.TestCase):
    def test_code_is_kept_and_the_rest_is_blank(self):
        for text, expected in CASES:
            with self.subTest(text):
                code, comments = mask(text, nested_comments=True)
                self.assertEqual(code, expected)
                self.assertEqual(len(comments), len(text))

    def test_comments_are_kept_alone(self):
        self.assertEqual(mask('a("// x") // y', True)[1], "          // y")

    def test_c_comments_do_not_nest(self):
        self.assertEqual(mask("/* /* */ a", nested_comments=False)[0], "         a")
        self.assertEqual(mask("/* /* */ a", nested_comments=True)[0].strip(), "")


if __name__ == "__main__":
    unittest.main()
