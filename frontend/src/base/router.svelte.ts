/** Where the reader is. Plain addresses, the history of the browser, no library. */
import { routeOf, type Route } from './addresses';

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
