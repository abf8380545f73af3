/**
 * Where the reader is. A server answers every address as a path, below its own path where it has one; a folder of files
 * has one page, and its addresses stand behind `#`. No other module reads or writes the browser's address.
 *
 * An address begins with `/` and is the same everywhere; an `href` is the address as a link of this site has it.
 */

/** Whether the pages are a folder of files, with no server behind them. */
export const SERVERLESS = document.documentElement.dataset['home'] === 'files';

/** The base path of the server, such as `/codex` for `https://example.org/codex`; empty at the root of a host. */
export const BASE = document.documentElement.dataset['base'] ?? '';

export interface Place {
  readonly path: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** Without its `#`, or empty. */
  readonly hash: string;
}

/** The last place that was one: a link to a part of the page (`#page`) leads nowhere else. */
let last: Place = { path: '/', search: '', hash: '' };

export function here(): Place {
  if (!SERVERLESS)
    return { path: withoutBase(location.pathname), search: location.search, hash: location.hash.slice(1) };
  if (location.hash === '' || location.hash.startsWith('#/')) last = placeIn(location.hash.slice(1) || '/');
  return last;
}

export function placeIn(address: string): Place {
  const { pathname, search, hash } = new URL(address, 'file:///');
  return { path: pathname, search, hash: hash.slice(1) };
}

/** A path of this server without the server's own. */
export const withoutBase = (path: string): string =>
  path === BASE || path.startsWith(`${BASE}/`) ? path.slice(BASE.length) || '/' : path;

/** The address that an `href` of ours has. */
export const addressOf = (href: string): string => (SERVERLESS ? href.slice(1) : withoutBase(href));

/** An address of ours as a link has it in its `href`. */
export const hrefTo = (address: string): string => (SERVERLESS ? '#' : BASE) + address;

/** Our address that a link leads to; null if it leads elsewhere. */
export function addressIn(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin) return null;
  if (!SERVERLESS)
    return link.pathname.startsWith(`${BASE}/`) ? withoutBase(link.pathname) + link.search + link.hash : null;
  return link.pathname === location.pathname && link.hash.startsWith('#/') ? link.hash.slice(1) : null;
}

/** The absolute URL of an `href` of ours, for others. */
export const linkTo = (href: string): string =>
  location.origin + (SERVERLESS ? location.pathname + location.search : '') + href;

/** The URL of a file beside the pages. */
export const fileUrl = (name: string): string => (SERVERLESS ? './' : `${BASE}/`) + name;

/** Go to an `href` of ours without notifying listeners: `base/router.svelte.ts` does that. */
export const pushPlace = (href: string): void => history.pushState(null, '', href);

/** Write another `href` for the same place. What begins with `?` or `#` follows the path. */
export function replacePlace(href: string): void {
  const { path } = here();
  history.replaceState(null, '', /^(\?|#(?!\/))/.test(href) ? hrefTo(path) + href : href);
}
