"""Checks the page of a run: in both themes, narrow, without scripts, and by its links."""
import argparse
import os
import sys
import time
from pathlib import Path

from . import inspection
from .devtools import Browser, BrowserError, program

MOST_BYTES = 5_000_000


def look(browser, report, say, pictures):
    """Looks at a page in all ways, and yields what is wrong."""
    address = Path(report).resolve().as_uri()
    for scheme in ("light", "dark"):
        page = browser.page(scheme=scheme)
        begin = time.monotonic()
        page.open(address)
        say(f"{os.path.basename(report)}, {scheme}: loaded in {time.monotonic() - begin:.2f} s")
        picture(page, pictures, f"{scheme}-list")
        has_failures = page.value("document.querySelectorAll('details.f').length") > 2
        checks = [inspection.structure, inspection.contrast, inspection.width]
        if has_failures:
            checks += [inspection.clicks, inspection.contrast]
        for check in checks:
            yield from (f"{scheme}: {one}" for one in check(page))
        picture(page, pictures, f"{scheme}-failure")
        yield from (f"{scheme}: {one}" for one in inspection.trouble(page))
        page.open(address)
        checks = [inspection.themes, inspection.filtering, inspection.trouble]
        if has_failures:
            checks = [inspection.keys, inspection.sorting, inspection.unfolding] + checks
        for check in checks:
            yield from (f"{scheme}: {one}" for one in check(page))
    narrow = browser.page(width=400, height=850)
    narrow.open(address)
    yield from (f"narrow: {one}" for one in inspection.width(narrow))
    picture(narrow, pictures, "narrow-list")
    link = narrow.value("(document.querySelector('#cases li.f a') || {}).hash")
    if link:
        yield from linked(browser, address, link, pictures)
    plain = browser.page(scripts=False)
    plain.open(address)
    if plain.value("Array.from(document.querySelectorAll('.js')).some((e) => e.checkVisibility())"):
        yield "without scripts: there is something that needs them"
    if link:
        yield from (f"without scripts: {one}" for one in inspection.clicks(plain))
    yield from inspection.trouble(plain)


def linked(browser, address, link, pictures):
    """Whether a link to a failure opens it, with scripts and without."""
    for scripts in (True, False):
        page = browser.page(width=400, height=850, scripts=scripts)
        page.open(address + link)
        page.call("Page.bringToFront")
        name = link[1:].replace('"', "")
        if not inspection.seen(page, f'[id="{name}"] h4'):
            yield f"a link does not show its failure, {'with' if scripts else 'without'} scripts"
        if scripts:
            picture(page, pictures, "narrow-failure")
            yield from (f"narrow, a failure open: {one}" for one in inspection.width(page))


def picture(page, folder, name):
    """Keeps what is seen, if pictures are wanted."""
    if folder:
        os.makedirs(folder, exist_ok=True)
        page.screenshot(os.path.join(folder, f"{name}.png"))


def main():
    """Checks the reports that are named; 1 if something is wrong, 77 without a browser."""
    parser = argparse.ArgumentParser(prog="Scripts/check-html", description=__doc__)
    parser.add_argument("reports", nargs="+", help="pages that a run has written")
    parser.add_argument("--pictures", metavar="FOLDER", help="where to keep what was seen")
    options = parser.parse_args()
    if program() is None:
        print("skipped: there is no Chromium here")
        return 77
    problems = []
    for report in options.reports:
        size = os.path.getsize(report)
        if size >= MOST_BYTES:
            problems.append(f"{report}: {size} bytes are too many")
        try:
            with Browser() as browser:
                problems += [f"{report}: {one}"
                             for one in look(browser, report, print, options.pictures)]
        except BrowserError as error:
            problems.append(f"{report}: {error}")
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else "nothing to complain of")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
