"""Render the icons of the installed app from frontend/src/pwa/icon.svg: `python -m tools.icons`.

Needs Chromium, as the browser tests do. The files are committed, so that building the client needs none.
"""

from playwright.sync_api import Browser, sync_playwright

from tools.browser import chromium, launch_flags
from tools.generate import ROOT

DRAWING = ROOT / "frontend/src/pwa/icon.svg"
PUBLIC = ROOT / "frontend/public"

ICONS = {
    "icon-192.png": (192, 0.18),
    "icon-512.png": (512, 0.18),
    "icon-maskable.png": (512, 0.0),
    "icon-apple.png": (180, 0.0),
}
"""Size in pixels, and the corner radius as a fraction of it: systems cut the square ones themselves."""


def picture(browser: Browser, size: int, roundness: float) -> bytes:
    """Return the drawing as PNG."""
    page = browser.new_page(viewport={"width": size, "height": size})
    drawing = DRAWING.read_text(encoding="utf-8")
    style = f"html,body{{margin:0;background:none}}svg{{display:block;border-radius:{roundness:.0%}}}"
    page.set_content(f"<!doctype html><style>{style}</style>{drawing}")
    image = page.locator("svg").screenshot(omit_background=True)
    page.close()
    return image


def main() -> None:
    """Write every icon."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        for name, (size, roundness) in ICONS.items():
            (PUBLIC / name).write_bytes(picture(browser, size, roundness))
        browser.close()


if __name__ == "__main__":
    main()
