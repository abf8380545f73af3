import { afterEach, expect, it, vi } from 'vitest';

type Place = typeof import('../../src/base/place');
type Addresses = typeof import('../../src/base/addresses');

/** The modules as a page has them whose server is at a path. */
async function pagesAt(base: string): Promise<Place & Addresses> {
  document.documentElement.dataset['base'] = base;
  vi.resetModules();
  return { ...(await import('../../src/base/place')), ...(await import('../../src/base/addresses')) };
}

function linkAt(href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  return link;
}

afterEach(() => {
  delete document.documentElement.dataset['base'];
  history.replaceState(null, '', '/');
  vi.resetModules();
});

it.each(['', '/codex', '/games', '/t'])('finds its pages, requests and files below %j', async (base) => {
  const pages = await pagesAt(base);
  for (const href of [pages.pageUrl('lobby'), pages.pageUrl('games'), pages.pageUrl('table', 'abc')]) {
    expect(href.startsWith(`${base}/`)).toBe(true);
    pages.pushPlace(href);
    expect(location.pathname).toBe(href);
    expect(pages.hrefTo(pages.here().path)).toBe(href);
    expect(pages.addressIn(linkAt(href))).toBe(pages.here().path);
  }
  expect(pages.routeOf(pages.here().path)).toEqual({ name: 'table', id: 'abc' });
  expect(pages.fileUrl('sw.js')).toBe(`${base}/sw.js`);
  expect(pages.SERVER_READY).toBe(`${base}/readyz`);
  expect(pages.apiUrl('table', 'abc')).toBe(`${base}/api/v1/tables/abc`);
  expect(pages.requestPath(pages.apiUrl('table', 'abc'))).toBe('/api/v1/tables/abc');
  expect(pages.tableIn(pages.socketUrl('abc'))).toBe('abc');
  expect(pages.linkTo(pages.pageUrl('table', 'abc'))).toBe(`${location.origin}${base}/t/abc`);
});

it('writes what follows the path behind it', async () => {
  const pages = await pagesAt('/codex');
  pages.pushPlace(pages.pageUrl('explore'));
  pages.replacePlace('?seats=2');
  expect(location.pathname + location.search).toBe('/codex/explore?seats=2');
});

it('leaves to the browser what is beside the path', async () => {
  const { addressIn } = await pagesAt('/codex');
  expect(addressIn(linkAt('/rules'))).toBeNull();
  expect(addressIn(linkAt('/codexes/rules'))).toBeNull();
});

it('remembers apart from other servers of the host', async () => {
  await pagesAt('/codex');
  (await import('../../src/base/memory')).remember('codex.guest', 'here');
  await pagesAt('');
  expect((await import('../../src/base/memory')).recall('codex.guest')).toBeNull();
  localStorage.clear();
});
