"""A README that leads who begins from nothing astray is found."""
import os

from checks import newcomer
from checks.tests.support import TreeTestCase
from checks.tree import Tree

README = """\
# Title

```swift newcomer=Package.swift
  dependencies: [.package(url: "…/sluice", from: "0.1.0")],
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
$ grep -o 'name: "sluice", path' Package.swift
name: "sluice", path
```
"""


class NewcomerTests(TreeTestCase):
    def found_in(self, readme):
        """What is wrong with the way that a README leads."""
        self.write("README.md", readme)
        return newcomer.problems(Tree(self.root), ".build-examples", dict(os.environ))

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

    def test_a_readme_without_a_way(self):
        self.assertIn("does not lead", self.found_in("# Title\n")[0])
