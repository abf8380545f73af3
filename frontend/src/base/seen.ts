import { flushSync } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { hold, inTurn } from './deferred';

/** Margin beyond the viewport in which things are drawn: half of a window's height. */
const NEAR = '50% 0px';

/**
 * Draw costly content once its place comes near the window, part by part, or when the page is printed; at once in
 * browsers without IntersectionObserver. The place has its size from the start, so that nothing moves.
 */
export const whenSeen =
  (draw: () => void): Attachment =>
  (place) => {
    if (!('IntersectionObserver' in window)) {
      draw();
      return;
    }
    let forget = (): void => undefined;
    const settle = hold();
    const drawNow = (): void => {
      leave();
      draw();
      flushSync();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          observer.disconnect();
          forget = inTurn(drawNow);
        }
        settle();
      },
      { rootMargin: NEAR, scrollMargin: NEAR },
    );
    const leave = (): void => {
      observer.disconnect();
      window.removeEventListener('beforeprint', drawNow);
      settle();
      forget();
    };
    window.addEventListener('beforeprint', drawNow);
    observer.observe(place);
    return leave;
  };
