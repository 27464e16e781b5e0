"""Swift is cut into the tokens that the definition names."""
import unittest

from checks.tokens import tokens


class TokenTests(unittest.TestCase):
    def check(self, text, expected):
        self.assertEqual(tokens(text), expected)

    def test_words(self):
        self.check("let größe = `default`", ["let", "größe", "=", "`default`"])
        self.check("a1 _b $0 $value", ["a1", "_b", "$0", "$value"])

    def test_numbers(self):
        self.check("1_000 2.5e-3 0x1F_A 0x1p-4 0b1_0 0o17",
                   ["1_000", "2.5e-3", "0x1F_A", "0x1p-4", "0b1_0", "0o17"])
        self.check("a.0 1...3", ["a", ".", "0", "1", "...", "3"])

    def test_other_characters_are_runs_that_white_space_ends(self):
        self.check("f() -> A?", ["f", "()", "->", "A", "?"])
        self.check("f( )", ["f", "(", ")"])
        self.check("@A #if", ["@", "A", "#", "if"])

    def test_white_space_makes_no_token(self):
        self.check("", [])
        self.check(" \n\t ", [])
        self.check("a\n\n\n  b", ["a", "b"])

    def test_comments_are_no_tokens(self):
        self.check("a // b \"c\"\nd", ["a", "d"])
        self.check("/// a\n//", [])
        self.check("a /* b */ c", ["a", "c"])

    def test_comments_nest(self):
        self.check("a /* b /* c */ d */ e", ["a", "e"])
        self.check("a /* b /* c */ d", ["a"])

    def test_a_comment_ends_a_run(self):
        self.check("(/* a */)", ["(", ")"])
        self.check("a?/**/.b", ["a", "?", ".", "b"])

    def test_a_string_is_one_piece(self):
        self.check('f("a b // c")', ["f", "(", '"a b // c"', ")"])
        self.check(r'"a \" b" c', [r'"a \" b"', "c"])
        self.check('""', ['""'])

    def test_each_interpolation_adds_a_piece(self):
        self.check(r'"a \(b) c"', [r'"a \(', "b", ') c"'])
        self.check(r'"\(a)\(b)"', [r'"\(', "a", r")\(", "b", ')"'])

    def test_the_code_of_an_interpolation_is_cut_like_other_code(self):
        self.check(r'"\(f(a, "b)"))" c',
                   [r'"\(', "f", "(", "a", ",", '"b)"', ")", ')"', "c"])
        self.check(r'"\(a /* ) */)"', [r'"\(', "a", ')"'])

    def test_raw_strings(self):
        self.check(r'#"a \(b) "c" \"# d', [r'#"a \(b) "c" \"#', "d"])
        self.check(r'#"a \#(b) c"# d', [r'#"a \#(', "b", ') c"#', "d"])
        self.check('##"a "# b"## c', ['##"a "# b"##', "c"])

    def test_strings_of_several_lines(self):
        self.check('"""\n  a "b" // c\n  """ d', ['"""\n  a "b" // c\n  """', "d"])
        self.check('"""\n  \\(a)\n  """', ['"""\n  \\(', "a", ')\n  """'])
        self.check('#"""\n  \\(a) """\n  """# b', ['#"""\n  \\(a) """\n  """#', "b"])

    def test_a_string_without_an_end_stops_at_its_line(self):
        self.check('"a\nb', ['"a', "b"])

    def test_regular_expressions(self):
        self.check(r"a = /b\/[/ ]c/", ["a", "=", r"/b\/[/ ]c/"])
        self.check("#/a b/# c", ["#/a b/#", "c"])
        self.check("a / b / c", ["a", "/", "b", "/", "c"])


if __name__ == "__main__":
    unittest.main()
