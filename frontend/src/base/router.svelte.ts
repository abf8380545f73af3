/** Where the reader is. Plain addresses, the history of the browser, no library. */
import { routeOf, type Route } from './addresses';
import { addressIn, here, hrefTo, pushPlace, replacePlace } from './place';

let route = $state.raw(routeOf(here().path));

export const currentRoute = (): Route => route;

export function navigate(href: string, how: { replace?: boolean } = {}): void {
  const { path, search } = here();
  if (how.replace) replacePlace(href);
  else if (href !== hrefTo(path + search)) pushPlace(href);
  arrive();
}

function arrive(): void {
  route = routeOf(here().path);
  window.scrollTo(0, 0);
}

/** The address that a click on a link requests: only by the left button, for a page of this application. */
function askedBy(click: MouseEvent, link: HTMLAnchorElement): string | null {
  const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
  const address = plain && !link.target && !link.hasAttribute('download') ? addressIn(link) : null;
  return address !== null && routeOf(address.replace(/[?#].*/, '')).name !== 'unknown' ? address : null;
}

/** Follow links and the browser's own buttons from now on; returns a function that stops it. */
export function follow(): () => void {
  const onClick = (click: MouseEvent): void => {
    const link = click.target instanceof Element ? click.target.closest('a') : null;
    const address = link && !click.defaultPrevented ? askedBy(click, link) : null;
    if (address === null) return;
    click.preventDefault();
    navigate(hrefTo(address));
  };
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', arrive);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('popstate', arrive);
  };
}
