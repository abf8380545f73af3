/** Where the reader is. Plain addresses, the history of the browser, no library. */

export type Route =
  | { readonly name: 'lobby' }
  | { readonly name: 'table'; readonly id: string }
  | { readonly name: 'replay'; readonly id: string }
  | { readonly name: 'deal'; readonly id: string }
  | { readonly name: 'beside'; readonly id: string }
  | { readonly name: 'match'; readonly id: string }
  | { readonly name: 'wall'; readonly id: string }
  | { readonly name: 'record' }
  | { readonly name: 'seat' }
  | { readonly name: 'about' }
  | { readonly name: 'learn' }
  | { readonly name: 'rules' }
  | { readonly name: 'account' }
  | { readonly name: 'puzzles' }
  | { readonly name: 'puzzle'; readonly id: string }
  | { readonly name: 'bestiary'; readonly id: string }
  | { readonly name: 'around'; readonly id: string }
  | { readonly name: 'daily' }
  | { readonly name: 'day'; readonly id: string }
  | { readonly name: 'explore' }
  | { readonly name: 'tournaments'; readonly id: string }
  | { readonly name: 'clubs'; readonly id: string }
  | { readonly name: 'moderation' }
  | { readonly name: 'games' }
  | { readonly name: 'notices' }
  | { readonly name: 'people' }
  | { readonly name: 'person'; readonly id: string }
  | { readonly name: 'unknown' };

const PART = '([A-Za-z0-9_.~-]+)';
const PAGES: readonly (readonly [RegExp, (part: string) => Route])[] = [
  [/^\/$/, () => ({ name: 'lobby' })],
  [new RegExp(`^/t/${PART}$`), (id) => ({ name: 'table', id })],
  [new RegExp(`^/t/${PART}/replay$`), (id) => ({ name: 'replay', id })],
  [new RegExp(`^/t/${PART}/deal$`), (id) => ({ name: 'deal', id })],
  [new RegExp(`^/t/${PART}/beside$`), (id) => ({ name: 'beside', id })],
  [new RegExp(`^/t/${PART}/wall$`), (id) => ({ name: 'wall', id })],
  [/^\/replay$/, () => ({ name: 'record' })],
  [new RegExp(`^/seat(?:/${PART})?$`), () => ({ name: 'seat' })],
  [/^\/about$/, () => ({ name: 'about' })],
  [/^\/learn$/, () => ({ name: 'learn' })],
  [/^\/rules$/, () => ({ name: 'rules' })],
  [/^\/account$/, () => ({ name: 'account' })],
  [/^\/puzzles$/, () => ({ name: 'puzzles' })],
  [/^\/puzzles\/(\d{1,4}|daily)$/, (id) => ({ name: 'puzzle', id })],
  [/^\/bestiary(?:\/(\d{1,2}))?$/, (id) => ({ name: 'bestiary', id })],
  [new RegExp(`^/around(?:/${PART})?$`), (id) => ({ name: 'around', id })],
  [/^\/daily$/, () => ({ name: 'daily' })],
  [/^\/daily\/(\d{4}-\d{2}-\d{2})$/, (id) => ({ name: 'day', id })],
  [/^\/explore$/, () => ({ name: 'explore' })],
  [new RegExp(`^/tournaments(?:/${PART})?$`), (id) => ({ name: 'tournaments', id })],
  [new RegExp(`^/match(?:/${PART})?$`), (id) => ({ name: 'match', id })],
  [new RegExp(`^/clubs(?:/${PART})?$`), (id) => ({ name: 'clubs', id })],
  [/^\/moderation$/, () => ({ name: 'moderation' })],
  [/^\/games$/, () => ({ name: 'games' })],
  [/^\/notices$/, () => ({ name: 'notices' })],
  [/^\/people$/, () => ({ name: 'people' })],
  [/^\/people\/([^/]+)$/, (id) => ({ name: 'person', id })],
];

export function routeOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const [pattern, make] of PAGES) {
    const match = pattern.exec(plain);
    if (match) return make(match[1] ?? '');
  }
  return { name: 'unknown' };
}

let route = $state.raw(routeOf(location.pathname));

export const currentRoute = (): Route => route;

export function navigate(path: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, '', path);
  else if (path !== location.pathname + location.search) history.pushState(null, '', path);
  arrive();
}

function arrive(): void {
  route = routeOf(location.pathname);
  window.scrollTo(0, 0);
}

/** Whether a click on a link is meant for us: the left button alone, on a page of this application. */
function ours(click: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
  const inside = link.origin === location.origin && !link.target && !link.hasAttribute('download');
  return plain && inside && routeOf(link.pathname).name !== 'unknown';
}

/** Follow links and the browser's own buttons from now on; returns how to stop. */
export function follow(): () => void {
  const clicked = (click: MouseEvent): void => {
    const link = click.target instanceof Element ? click.target.closest('a') : null;
    if (!link || click.defaultPrevented || !ours(click, link)) return;
    click.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  document.addEventListener('click', clicked);
  window.addEventListener('popstate', arrive);
  return () => {
    document.removeEventListener('click', clicked);
    window.removeEventListener('popstate', arrive);
  };
}
