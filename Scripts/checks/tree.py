"""The files of the repository, and which parts of them are code."""
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import masking

SWIFT_ROOTS = ("Sources", "Tests")


@dataclass(frozen=True, order=True)
class Finding:
    """A rule that a place in the repository breaks."""

    path: str
    line: int
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


class SourceFile:
    """A file with its text, its code without comments and strings, and its comments alone."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        # Of one in the tree: what is written there is looked at there.
        self.is_link = path.is_symlink() and path.resolve().is_relative_to(root)
        self.text = path.read_text(encoding="utf-8")
        self.is_swift = path.suffix == ".swift"

    @cached_property
    def _masked(self):
        return masking.mask(self.text, nested_comments=self.is_swift)

    @property
    def code(self):
        """The text with blanks for comments and for what stands in quotes."""
        return self._masked[0]

    @property
    def comments(self):
        """The text with blanks for all that is no comment."""
        return self._masked[1]

    @property
    def module(self):
        """The target that the file belongs to, or nothing.

        That is the folder below a floor of Sources, or the folder below Tests.
        """
        parts = self.path.split("/")
        depth = {"Sources": 2, "Tests": 1}.get(parts[0])
        return parts[depth] if depth and len(parts) > depth + 1 else ""

    def is_in(self, *folders):
        """Whether the file lies in one of the folders."""
        return any(self.path.startswith(folder + "/") for folder in folders)

    def line_at(self, offset):
        """The line, from 1, that an offset in the text lies in."""
        return self.text.count("\n", 0, offset) + 1


class Tree:
    """The repository, or a small one made up for a test."""

    def __init__(self, root):
        self.root = Path(root).resolve()

    def _files(self, folders, suffixes):
        for folder in folders:
            for path in sorted((self.root / folder).rglob("*")):
                # The example packages have build folders of their own.
                if any(part.startswith(".build") for part in path.parts):
                    continue
                if path.suffix in suffixes and path.is_file():
                    yield SourceFile(self.root, path)

    @cached_property
    def sources(self):
        """All Swift and C files under Sources and Tests, and the manifest."""
        manifest = self.root / "Package.swift"
        found = [SourceFile(self.root, manifest)] if manifest.exists() else []
        return found + list(self._files(SWIFT_ROOTS, {".swift", ".c", ".h"}))

    @cached_property
    def scripts(self):
        """All files under Scripts and .ci that are text of ours."""
        return list(self._files(("Scripts", ".ci"), {".py", ".sh", ""}))

    def folders(self, *roots):
        """All folders under the given ones, as paths relative to the root."""
        for folder in roots:
            for path in sorted((self.root / folder).rglob("*")):
                parts = path.parts
                if any(part == "__pycache__" or part.startswith(".build") for part in parts):
                    continue
                if path.is_dir():
                    yield path.relative_to(self.root).as_posix()
