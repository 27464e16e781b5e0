"""A headless Chromium, spoken to over a pair of pipes in the DevTools protocol."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 120


def program():
    """Where there is a Chromium; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class BrowserError(Exception):
    """What the browser would not do."""


class Browser:
    """A browser of its own, with an empty profile, which ends with the block that it is used in."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="sluice-browser-")
        from_us, self.requests = os.pipe()
        self.answers, to_us = os.pipe()
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3<&{from_us} 4>&{to_us}', "sh", program(),
             "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
             "--hide-scrollbars", "--disable-extensions", "--disable-background-networking",
             "--no-sandbox", f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(from_us, to_us), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_us)
        os.close(to_us)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.requests)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """The result of a method."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            message = self.next_message()
            if message.get("id") != number:
                self.events.append(message)
                continue
            if "error" in message:
                raise BrowserError(f"{method}: {message['error']['message']}")
            return message["result"]

    def next_message(self):
        """The next message; waits for it, but not for ever."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.answers, 1 << 16) if ready else b""
            if not piece:
                raise BrowserError("the browser ended" if ready else "the browser says nothing")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def page(self, width=1280, height=900, scheme="light", scripts=True):
        """A new page of a size, with a preference for light or dark."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            page.call(f"{domain}.enable")
        page.size(width, height)
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        return page


class Page:
    """A page of the browser."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **parameters):
        """The result of a method."""
        return self.browser.call(method, self.session, **parameters)

    def size(self, width, height):
        """Gives the page another size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def open(self, address):
        """Goes to an address, and waits until everything is there."""
        self.browser.events.clear()
        self.call("Page.navigate", url=address)
        while not self.events("Page.loadEventFired"):
            self.browser.events.append(self.browser.next_message())

    def events(self, *methods):
        """What the page told by these methods since it was opened."""
        return [event["params"] for event in self.browser.events
                if event.get("sessionId") == self.session and event.get("method") in methods]

    def value(self, expression):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            raise BrowserError(result["exceptionDetails"]["exception"].get("description", "?"))
        return result["result"].get("value")

    def click(self, selector):
        """Clicks into the middle of an element, as a hand does."""
        place = self.value(
            "(() => { const e = document.querySelector(" + json.dumps(selector) + ");"
            "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1],
                      button="left", clickCount=1)

    def press(self, key, code=None, text=None):
        """Presses a key and lets go of it."""
        named = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowUp": 38, "ArrowDown": 40}
        number = named.get(key, ord(key[0].upper()))
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else None)
        down = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key,
                  windowsVirtualKeyCode=number, **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key,
                  windowsVirtualKeyCode=number)

    def screenshot(self, path):
        """Writes what is seen into a file."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
