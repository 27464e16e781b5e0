"""The files for containers, as far as they can be checked without an engine."""
import json
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "Scripts" / "container"
INSTRUCTION = re.compile(r"^(ARG|FROM|RUN|WORKDIR|CMD)\s+(.*)$")


def instructions(text):
    """The instructions of a Dockerfile: pairs of a name and its words, in one line each."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()
    return [INSTRUCTION.match(line).groups() for line in joined]


class ContainerTests(unittest.TestCase):
    def setUp(self):
        self.dockerfile = instructions((FOLDER / "Dockerfile").read_text(encoding="utf-8"))
        self.editor = json.loads((FOLDER / "devcontainer.json").read_text(encoding="utf-8"))
        self.readme = (ROOT / "README.md").read_text(encoding="utf-8")

    def test_names_one_compiler(self):
        """The image, the editor and the README name the same version of Swift."""
        self.assertEqual(self.dockerfile[0], ("ARG", "SWIFT=6.3"))
        self.assertEqual(self.dockerfile[1], ("FROM", "swift:${SWIFT}"))
        self.assertEqual(self.editor["build"]["args"], {"SWIFT": "6.3"})
        images = re.findall(r"docker run [^`]*?(swift:\S+)", self.readme)
        self.assertEqual(images, ["swift:6.3", "swift:6.3"])

    def test_runs_what_a_shell_takes(self):
        """Every command of the image and of the README has the syntax of its shell."""
        commands = [words for name, words in self.dockerfile if name == "RUN"]
        commands += re.findall(r"```sh\n(docker run .*?)```", self.readme, re.DOTALL)
        self.assertEqual(len(commands), 3)
        for command in commands:
            result = subprocess.run(["sh", "-n", "-c", command], capture_output=True, text=True)
            self.assertEqual(result.stderr, "")

    def test_command_is_a_list(self):
        """The command of the image is run without a shell, so that signals reach it."""
        command = dict(self.dockerfile)["CMD"]
        self.assertEqual(json.loads(command)[:2], ["swift", "run"])

    def test_editor_finds_the_image(self):
        """The description for editors names a file beside it."""
        self.assertTrue((FOLDER / self.editor["build"]["dockerfile"]).is_file())


if __name__ == "__main__":
    unittest.main()
