"""What is looked for in the page of a run; each check yields what is wrong."""
import json

THIRD = "#failures details.f:nth-of-type(3) > summary"

# The colours of all texts that are seen, against the nearest background that is painted.
CONTRAST = r"""
(() => {
  const parse = (text) => {
    const srgb = text.match(/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/);
    if (srgb) { return [srgb[1] * 255, srgb[2] * 255, srgb[3] * 255, 1]; }
    const parts = text.match(/[\d.]+/g).map(Number);
    return [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
  };
  const light = (c) => {
    const part = c.slice(0, 3).map((v) => v / 255)
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color[3] > 0.5) { return color; }
    }
    return [255, 255, 255, 1];
  };
  const poor = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walker.nextNode() && seen < 6000) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility() || box.width < 2 || box.height < 2) continue;
    seen += 1;
    let back = ground(element);
    // A marked row is painted as an image, above the colour.
    const row = element.closest('tr.z');
    if (row) {
      const probe = document.createElement('i');
      probe.style.background = 'var(--redbg)';
      row.closest('section').appendChild(probe);
      back = parse(getComputedStyle(probe).backgroundColor);
      probe.remove();
    }
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) {
      const name = element.tagName + '.' + element.className;
      const words = walker.currentNode.data.trim().slice(0, 20);
      poor.set(name, `${name} '${words}' ${ratio.toFixed(2)}`);
    }
  }
  return { seen: seen, poor: Array.from(poor.values()) };
})()
"""


def trouble(page):
    """What the page said that it should not, and what it asked of others."""
    for event in page.events("Runtime.exceptionThrown"):
        yield f"an exception: {event['exceptionDetails']}"
    for event in page.events("Runtime.consoleAPICalled"):
        yield f"on the console: {[one.get('value') for one in event['args']]}"
    for event in page.events("Log.entryAdded"):
        yield f"in the log: {event['entry']['text']}"
    addresses = [event["request"]["url"] for event in page.events("Network.requestWillBeSent")]
    for address in addresses[1:]:
        if not address.startswith("data:"):
            yield f"it asks for {address[:100]}"


def contrast(page):
    """Texts that can't be read well."""
    result = page.value(CONTRAST)
    if result["seen"] < 100:
        yield f"only {result['seen']} texts were seen"
    for one in result["poor"]:
        yield f"too little contrast: {one}"


def structure(page):
    """What a screen reader goes by: landmarks, names and headings."""
    nodes = page.call("Accessibility.getFullAXTree", depth=12)["nodes"]
    roles = {}
    for node in nodes:
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "")
        roles.setdefault(role, []).append(name)
        if role in ("button", "link", "textbox", "searchbox", "checkbox", "radio", "region",
                    "navigation", "image") and not node.get("ignored") and not name.strip():
            yield f"a {role} without a name"
    for role in ("banner", "navigation", "main", "search", "contentinfo"):
        if len(roles.get(role, [])) != 1:
            yield f"there are {len(roles.get(role, []))} landmarks '{role}'"
    levels = page.value("Array.from(document.querySelectorAll('h1,h2,h3,h4'))"
                        ".filter((e) => !e.closest('nav') && e.checkVisibility())"
                        ".map((e) => Number(e.tagName[1]))")
    for before, after in zip([0] + levels, levels):
        if after > before + 1:
            yield f"a heading of level {after} stands behind one of level {before}"
    if not page.value("document.documentElement.lang && document.title"):
        yield "it has no language or no title"


def seen(page, selector):
    """Whether an element is on the screen, and nothing is over it."""
    return page.value(
        "(() => { const e = document.querySelector(" + json.dumps(selector) + ");"
        "if (!e || !e.checkVisibility()) return false; const r = e.getBoundingClientRect();"
        "if (r.top < 0 || r.bottom > innerHeight) return false;"
        "const at = document.elementFromPoint(r.x + Math.min(r.width, 60) / 2, r.y + r.height / 2);"
        "return e.contains(at) || at.contains(e); })()")


def clicks(page):
    """Whether two clicks lead from the top to the blamed line of the third failure."""
    page.click('nav a[href="#failures"]')
    page.click(THIRD)
    if not seen(page, THIRD.replace("> summary", "mark u")):
        yield "the blamed line of the third failure is not seen after two clicks"
    whole = THIRD.replace("> summary", ".wl")
    hidden = THIRD.replace("> summary", "tr.u")
    if page.value(f"document.querySelector({json.dumps(whole)}) === null"):
        return
    if page.value(f"document.querySelector({json.dumps(hidden)}).checkVisibility()"):
        yield "what is not of the excerpt is seen"
    page.click(whole)
    if not page.value(f"document.querySelector({json.dumps(hidden)}).checkVisibility()"):
        yield "the whole log is not a click away"


def keys(page):
    """Whether everything can be reached and done without a mouse."""
    page.press("Tab")
    if page.value("document.activeElement.className") != "skip":
        yield "the first thing to reach is not the link to the failures"
    page.press("Enter")
    for _ in range(3):
        page.press("j")
    if not page.value(f"document.activeElement === document.querySelector('{THIRD}')"):
        yield "j does not go to the third failure"
    page.press("k")
    page.press("j")
    page.press("Enter")
    if not page.value(f"document.querySelector('{THIRD}').parentElement.open"):
        yield "Enter does not open a failure"
    places = set()
    for _ in range(12):
        page.press("Tab")
        place = page.value(
            "(() => { const e = document.activeElement; const s = getComputedStyle(e);"
            "return [e.tagName, e.className, e.id, e.href || '', e === document.body,"
            "s.outlineStyle === 'none' && !e.matches('input')].join('|'); })()")
        if place.endswith("true") or "|true|" in place:
            yield f"the focus is lost or is not seen: {place}"
        places.add(place)
    if len(places) < 4:
        yield f"the focus stays with {places}"
    page.press("/")
    if page.value("document.activeElement.id") != "q":
        yield "/ does not go to the filter"


def filtering(page):
    """Whether words find cases, and how long that takes."""
    all_cases = page.value("document.querySelectorAll('#cases li:not(.un)').length")
    page.value("document.getElementById('q').focus()")
    page.call("Input.insertText", text="passed")
    found = page.value(
        "new Promise((done) => setTimeout(() => done(Array.from(document.querySelectorAll("
        "'#cases li:not(.un):not([hidden])')).map((e) => e.className)), 400))")
    passed = page.value("document.querySelectorAll('#cases li:not([class])').length")
    # Of the others those are found whose text has the word.
    if found.count("") != passed or len(found) == all_cases:
        yield f"'passed' finds {len(found)} of {all_cases} cases"
    said = page.value("document.getElementById('qn').textContent")
    if f"{len(found)} of {all_cases} cases" not in said:
        yield f"'{said}' is said of {len(found)} cases"
    page.press("Escape")
    page.call("Input.insertText", text="race")
    counts = page.value(
        "new Promise((done) => setTimeout(() => done(['#failures details.f', '#cases li.f'].map("
        "(s) => document.querySelectorAll(s + ':not([hidden])').length)), 400))")
    if counts[0] != counts[1]:
        yield f"{counts[0]} failures are found, and {counts[1]} in the list of all cases"
    page.press("Escape")
    if page.value("document.querySelectorAll('#main [hidden]').length"):
        yield "Escape does not show all again"


# What the lists of cases and of failures are sorted by, in the order in which they are seen.
LISTS = """
(() => {
  const state = (one) => one.className === 's' ? 1 : one.className ? 0 : 2;
  const lists = (outer, inner) => Array.from(document.querySelectorAll(outer)).map(
    (list) => Array.from(list.querySelectorAll(inner)).map(
      (one) => [one.textContent, state(one), -(one.dataset.t || 0)]));
  return [lists('#cases .su', 'li:not(.un)'), lists('section.c', 'details.f')];
})()
"""


def sorting(page):
    """Whether the keys sort the cases and the failures, and bring the page's own order back."""
    before = page.value(LISTS)
    page.value("document.getElementById('so').focus()")
    for word, place in (("state", 1), ("time", 2)):
        page.press("ArrowDown")
        cases, failures = page.value(LISTS)
        firsts = [suite[0] for suite in cases if suite]
        values = [[one[place] for one in ones] for ones in cases + failures + [firsts]]
        wrong = [ones for ones in values if ones != sorted(ones)]
        if wrong:
            yield f"{len(wrong)} lists are not sorted by {word}, as {wrong[0][:20]}"
        if sorted(map(sorted, cases)) != sorted(map(sorted, before[0])):
            yield f"there are other cases in the lists when they are sorted by {word}"
        page.press("j")
        if page.value("document.activeElement.id") != "so":
            yield "j leaves the choice of an order"
    page.value("document.activeElement.blur()")
    page.press("j")
    if not page.value("document.activeElement === document.querySelector('details.f > summary')"):
        yield "j does not go to the first failure of those that are sorted"
    page.value("document.getElementById('so').focus()")
    page.press("ArrowUp")
    page.press("ArrowUp")
    if page.value(LISTS) != before:
        yield "the order of the page does not come back"


def unfolding(page):
    """Whether a click on a line that plays a flow shows the lines of the flow."""
    page.value("document.querySelectorAll('details.f').forEach((one) => {"
               "if (one.querySelector('.fw')) { one.open = true; } })")
    flow = "details.f .fw"
    if page.value(f"document.querySelector('{flow} pre') === null"):
        return
    if page.value(f"document.querySelector('{flow} pre').checkVisibility()"):
        yield "the lines of a flow are there before a click"
    page.click(f"{flow} > summary")
    if not page.value(f"document.querySelector('{flow} pre').checkVisibility()"):
        yield "a click does not show the lines of a flow"


def themes(page):
    """Whether the switch goes before what the system prefers."""
    color = "getComputedStyle(document.body).backgroundColor"
    page.value("document.getElementById('tl').click()")
    light = page.value(color)
    page.value("document.getElementById('td').click()")
    if page.value(color) == light:
        yield "the switch changes nothing"
    page.value("document.getElementById('ta').click()")


def width(page):
    """What is wider than the window."""
    wide = page.value("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        yield f"the page is {wide} pixels wider than the window"
