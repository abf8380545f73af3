import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentRoute, follow, navigate } from '../../src/base/router.svelte';
import { routeOf } from '../../src/base/addresses';

// jsdom has no page to scroll.
beforeAll(() => vi.stubGlobal('scrollTo', () => undefined));

describe('an address', () => {
  it.each([
    ['/', { name: 'lobby' }],
    ['/t/aB-9_z', { name: 'table', id: 'aB-9_z' }],
    ['/t/aB-9_z/', { name: 'table', id: 'aB-9_z' }],
    ['/seat', { name: 'seat' }],
    ['/seat/s.WyJh.x-y_z', { name: 'seat' }],
    ['/seat/a/b', { name: 'unknown' }],
    ['/about', { name: 'about' }],
    ['/t/', { name: 'unknown' }],
    ['/t/a/b', { name: 'unknown' }],
    ['/elsewhere', { name: 'unknown' }],
  ])('%s leads to a page', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });
});

describe('a link', () => {
  let stop = (): void => undefined;
  afterEach(() => {
    stop();
    document.body.replaceChildren();
    navigate('/');
  });

  function clicked(href: string, init: MouseEventInit = {}, target = ''): boolean {
    stop = follow();
    const link = document.createElement('a');
    Object.assign(link, { href, target });
    document.body.append(link);
    // jsdom cannot leave the page, so the click ends here; whether we took it shows before that.
    let taken = false;
    const last = (event: Event): void => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', last, { once: true });
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    return taken;
  }

  it('to one of our pages is followed without loading anew', () => {
    expect(clicked('/about')).toBe(true);
    expect(currentRoute()).toEqual({ name: 'about' });
  });

  it.each([
    ['elsewhere', 'https://example.org/about', {}, ''],
    ['a file of ours', '/cards.html', {}, ''],
    ['opened in a new tab', '/about', { ctrlKey: true }, ''],
    ['with a target', '/about', {}, '_blank'],
  ])('%s is left to the browser', (_, href, init, target) => {
    expect(clicked(href, init, target)).toBe(false);
    expect(currentRoute()).toEqual({ name: 'lobby' });
  });
});
