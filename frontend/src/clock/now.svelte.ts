/** The clock of this page, as a value that changes while it is observed. */
let now = $state(performance.now());
let watching = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export const pageTime = (): number => now;

/** Start `pageTime`; returns a function that stops it. */
export function watchTime(): () => void {
  now = performance.now();
  if (watching++ === 0) timer = setInterval(() => (now = performance.now()), 250);
  return () => {
    if (--watching === 0) clearInterval(timer);
  };
}
