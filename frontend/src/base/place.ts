/**
 * Where the reader is. A server answers every address as a path; a folder of files has one page, and its addresses stand
 * behind `#`. No other module reads or writes the browser's address.
 */

/** Whether the pages are a folder of files, with no server behind them. */
export const SERVERLESS = document.documentElement.dataset['home'] === 'files';

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
  if (!SERVERLESS) return { path: location.pathname, search: location.search, hash: location.hash.slice(1) };
  if (location.hash === '' || location.hash.startsWith('#/')) last = placeIn(location.hash.slice(1) || '/');
  return last;
}

export function placeIn(address: string): Place {
  const { pathname, search, hash } = new URL(address, 'file:///');
  return { path: pathname, search, hash: hash.slice(1) };
}

/** An address of ours as a link has it in its `href`, and the same without what a folder of files puts before it. */
export const hrefTo = (address: string): string => (SERVERLESS ? `#${bare(address)}` : address);
export const bare = (href: string): string => (href.startsWith('#/') ? href.slice(1) : href);

/** Our address that a link leads to; null if it leads elsewhere. */
export function addressIn(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin) return null;
  if (!SERVERLESS) return link.pathname + link.search + link.hash;
  return link.pathname === location.pathname && link.hash.startsWith('#/') ? link.hash.slice(1) : null;
}

/** An address of ours as others may open it. */
export const linkTo = (address: string): string =>
  location.origin + (SERVERLESS ? location.pathname + location.search : '') + hrefTo(address);

/** Where a file beside the pages is. */
export const fileUrl = (name: string): string => (SERVERLESS ? './' : '/') + name;

/** Go to one of our addresses, without telling anybody: `base/router.svelte.ts` does. */
export const pushPlace = (address: string): void => history.pushState(null, '', hrefTo(address));

/** Write another address for the same place. What begins with `?` or `#` follows the path. */
export function replacePlace(address: string): void {
  const { path } = here();
  history.replaceState(null, '', hrefTo(/^(\?|#(?!\/))/.test(address) ? path + address : address));
}
