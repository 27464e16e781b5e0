"""The simulation's C library in a program into which Dispatch is linked statically."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[3] / "Sources/Runtime/CSimulationRuntime"
# Foundation has such a constructor.
PROGRAM = """\
#include <dispatch/dispatch.h>
static dispatch_once_t once;
__attribute__((constructor)) static void make(void) { dispatch_once(&once, ^{}); }
int main(void) { return 0; }
"""


class StaticTests(unittest.TestCase):
    def test_says_that_it_can_not_simulate(self):
        """Such a program ends before `main` with a sentence, and not with a crash."""
        swift = shutil.which("swift")
        usr = Path(swift).resolve().parents[1] if swift else Path()
        libraries = usr / "lib" / "swift_static" / "linux"
        if not (libraries / "libdispatch.a").exists():
            self.skipTest("this Swift has no static libraries for Linux")
        with tempfile.TemporaryDirectory() as folder:
            main = Path(folder) / "main.c"
            main.write_text(PROGRAM, encoding="utf-8")
            program = Path(folder) / "program"
            subprocess.run(
                [usr / "bin" / "clang", "-std=gnu11", "-fblocks", "-w", f"-I{RUNTIME / 'include'}",
                 f"-I{usr / 'lib' / 'swift'}", *sorted(RUNTIME.glob("*.c")), main,
                 f"-L{libraries}", "-ldispatch", "-lBlocksRuntime", "-ldl", "-lpthread",
                 "-o", program], check=True)
            result = subprocess.run([program], text=True, capture_output=True)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertRegex(
            result.stderr,
            r"\ASluice can't simulate in this process: Swift's libraries are linked statically, "
            r".*; build without -static-stdlib\n\Z")
