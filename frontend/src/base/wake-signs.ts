/** Signs that a page has slept, or that its network is another one: a socket from before may be dead without a word. */

/** Milliseconds between two looks at the clock, and by how much a look is late on a page that has slept. */
const LOOK_EVERY = 2_000;
const SLEPT = 3_000;

/** Call `wake` at each such sign while the page is visible; returns a function that stops it. */
export function onWaking(wake: () => void): () => void {
  const check = (event?: Event): void => {
    // A page that is shown for the first time has not slept.
    if (!document.hidden && (event as PageTransitionEvent | undefined)?.persisted !== false) wake();
  };
  const { connection } = navigator as { connection?: EventTarget };
  const signs: readonly (readonly [EventTarget | undefined, string])[] = [
    [document, 'visibilitychange'],
    [document, 'resume'],
    [window, 'pageshow'],
    [window, 'online'],
    [connection, 'change'],
  ];
  for (const [source, name] of signs) source?.addEventListener(name, check);
  let last = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - last > LOOK_EVERY + SLEPT) check();
    last = Date.now();
  }, LOOK_EVERY);
  return () => {
    clearInterval(timer);
    for (const [source, name] of signs) source?.removeEventListener(name, check);
  };
}
