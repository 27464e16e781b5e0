"""Looks at the page of a run in a headless Chromium, as a reader would."""
