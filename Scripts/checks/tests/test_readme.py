"""Examples that do something else than the README shows are found."""
from checks import readme
from checks.tests.support import TreeTestCase


class ReadmeTests(TreeTestCase):
    def block(self, tags, *lines):
        """Writes a README with one block of commands."""
        text = "\n".join(["# Title", f"```console {tags}".strip(), *lines, "```", "end", ""])
        self.write("README.md", text)

    def test_commands_that_do_as_shown_pass(self):
        self.block("run", "$ echo one; echo 2 of 3; echo four", "one", "2 of …", "$ true")
        self.assertEqual(self.found(readme), [])

    def test_a_command_that_fails(self):
        self.block("run", "$ true", "$ false")
        self.assertEqual(self.places(readme), ["README.md:4"])

    def test_an_exit_code_that_is_shown_must_be_met(self):
        self.block("run exit=3", "$ echo hm; exit 3", "hm")
        self.assertEqual(self.found(readme), [])
        self.block("run exit=3", "$ true")
        self.assertEqual(self.places(readme), ["README.md:3"])

    def test_lines_must_come_in_the_order_shown(self):
        self.block("run", "$ echo one; echo two", "two", "one")
        self.assertIn("does not print 'one'", self.found(readme)[0])

    def test_a_shown_line_is_no_pattern(self):
        self.block("run", "$ echo axb", "a.b")
        self.assertEqual(len(self.found(readme)), 1)

    def test_blocks_that_are_slow_or_untagged_are_not_run(self):
        for tags in ["slow", ""]:
            self.block(tags, "$ false")
            self.assertEqual(self.found(readme), [])

    def test_a_tag_that_means_nothing(self):
        self.block("runn", "$ true")
        self.assertIn("runn", self.found(readme)[0])

    def test_commands_run_in_the_root(self):
        self.block("run", "$ test -f Package.swift")
        self.assertEqual(self.found(readme), [])

    def test_the_program_is_run_as_it_stands_once_and_then_by_the_release_build(self):
        command = "swift run sluice list --streams"
        self.assertEqual(readme.as_it_stands(command), command)
        self.assertRegex(
            readme.in_release(command), r"=1 swift run -c release .*sluice list --streams$")
        self.assertEqual(readme.in_release("swift test"), "swift test")

    def test_a_quote_stands_in_the_file_it_names(self):
        self.write("A.swift", """
            struct A {
              func f() {
                g()
              }
            }
            """)
        for quote, is_right in [
            ("func f() {\n  g()\n}", True), ("struct A {", True), ("func f() {\n  h()\n}", False),
            ("func f() {\ng()\n}", False), ("f() {", False),
        ]:
            self.write("README.md", f"# Title\n```swift file=A.swift\n{quote}\n```\n")
            self.assertEqual(self.places(readme), [] if is_right else ["README.md:2"], quote)
        self.write("README.md", "# Title\n```swift file=B.swift\n```\n")
        self.assertIn("there is no B.swift", self.found(readme)[0])

    def test_no_readme(self):
        self.assertEqual(self.places(readme), ["README.md:1"])
