"""How dark a page is to look at."""

import base64

from playwright.sync_api import Page

NEAR_BLACK = 56
"""Luma (Rec. 709, of 255) below which a pixel is near-black."""

_COUNT = """async ([bytes, limit]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4)
    if (0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2] < limit) dark++;
  return (4 * dark) / data.length;
}"""


def near_black(page: Page, darkroom: Page) -> float:
    """Return the share of near-black pixels, 0 to 1, in a picture of `page`; an empty page, `darkroom`, counts them."""
    picture = base64.b64encode(page.screenshot()).decode()
    return float(darkroom.evaluate(_COUNT, [picture, NEAR_BLACK]))
