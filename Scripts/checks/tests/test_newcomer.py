"""A README whose way from nothing does not lead where it says is found."""
import os

from checks import newcomer
from checks.tests.support import TreeTestCase
from checks.tree import Tree

README = """\
# Title

```swift newcomer=Manifest
  dependencies: [.package(url: "https://example.invalid/sluice.git", from: "1.2.3")],
```

```swift newcomer=Sources/gate/Gate.swift
let one = 1
```

```console newcomer exit=1
$ true
$ grep -c two Sources/gate/Gate.swift
0
```

```swift newcomer=Sources/gate/Gate.swift after='one = 1'
let two = 2
```

```console newcomer
$ cat Sources/gate/Gate.swift
let one = 1
let two = 2
$ git ls-remote --tags https://example.invalid/sluice.git
…refs/tags/1.2.3
$ git clone --quiet --branch 1.2.3 https://example.invalid/sluice.git kit 2>&1
$ head -1 kit/README.md
# Title
```
"""


class NewcomerTests(TreeTestCase):
    def found_in(self, readme):
        """What is wrong with the way that a README leads."""
        self.write("README.md", readme)
        return newcomer.problems(Tree(self.root), dict(os.environ))

    def test_a_way_that_leads_where_it_says(self):
        self.assertEqual(self.found_in(README), [])

    def test_a_command_that_ends_otherwise(self):
        self.assertIn("README.md:11", self.found_in(README.replace("exit=1", "exit=2"))[0])

    def test_a_mend_that_mends_nothing(self):
        found = self.found_in(README.replace("let two = 2\n```\n\n```console", "```\n\n```console"))
        self.assertIn("does not print 'let two = 2'", found[0])

    def test_a_place_that_is_not_there(self):
        found = self.found_in(README.replace("after='one", "after='none"))
        self.assertIn("'none = 1' stands 0 times", found[0])

    def test_a_line_that_is_not_printed(self):
        self.assertIn("does not print '5'", self.found_in(README.replace("\n0\n", "\n5\n"))[0])

    def test_an_address_that_is_no_placeholder(self):
        found = self.found_in(README.replace("https://example.invalid/sluice.git", "…/sluice"))
        self.assertIn("no line that installs the kit", found[0])

    def test_a_readme_without_a_way(self):
        self.assertIn("does not lead", self.found_in("# Title\n")[0])
