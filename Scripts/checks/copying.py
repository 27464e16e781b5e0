"""A copy of the tracked files, for a build in another place."""
import os
import shutil
from pathlib import Path

from .names import tracked_paths


def copy_tracked(root, target):
    """Makes a folder the copy of the tracked files as they are now; build folders in it stay."""
    wanted = {path for path in tracked_paths(root, new=())
              if (root / path).is_symlink() or (root / path).is_file()}
    target.mkdir(parents=True, exist_ok=True)
    for folder, names, files in os.walk(target):
        names[:] = [name for name in names if not name.startswith(".build")]
        links = [name for name in names if (Path(folder) / name).is_symlink()]
        for name in [*files, *links]:
            path = Path(folder) / name
            if path.relative_to(target).as_posix() not in wanted:
                path.unlink()
    for path in sorted(wanted):
        source, copy = root / path, target / path
        if is_same(source, copy):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)
        shutil.copy2(source, copy, follow_symlinks=False)
    return len(wanted)


def is_same(source, copy):
    """Whether a file need not be copied, which would have its module compiled again."""
    if source.is_symlink() or copy.is_symlink() or not copy.is_file():
        return (source.is_symlink() and copy.is_symlink()
                and os.readlink(source) == os.readlink(copy))
    return (source.stat().st_mode == copy.stat().st_mode
            and source.read_bytes() == copy.read_bytes())
