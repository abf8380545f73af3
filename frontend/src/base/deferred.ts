import { onDestroy, tick } from 'svelte';

/**
 * Pages are drawn in small parts, so that a slow phone answers between them. A part is drawn at once while there is
 * time; when a task has taken its share the others wait for their turn, in order, the least visible ones last.
 */

/** Milliseconds that one task draws. A phone is four times slower than a desk, and fifty are felt. */
const SHARE = 5;
/** Milliseconds that a page waits for announced parts. */
const HELD_AT_MOST = 600;
/** Browsers pause animation frames in hidden pages. */
const FRAME_AT_MOST = 50;

type Part = () => void;

const first: Part[] = [];
const last: Part[] = [];
let hearers: Part[] = [];
let held = 0;
/** Pending parts, including those that the page no longer waits for. */
let coming = 0;
let began: number | null = null;
let busy = false;

/** Whether this task still has time; its time begins with the first question. */
function timeLeft(): boolean {
  if (began === null) {
    began = performance.now();
    setTimeout(() => (began = null));
  }
  return performance.now() - began < SHARE;
}

/** Resolves in a task of its own, after what was drawn so far has been shown. */
export function whenShown(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return void setTimeout(resolve);
    const late = setTimeout(resolve, FRAME_AT_MOST);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}

/** Resolves in a new task, so that urgent work can go first. */
const aside = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Marks on the page itself whether parts of it are still to be drawn or to come, for tests from outside. */
function mark(): void {
  document.documentElement.toggleAttribute('data-drawing', first.length + last.length + coming > 0);
}

/** Notifies the listeners of all that matters. */
function settle(): void {
  mark();
  if (first.length || held) return;
  const current = hearers;
  hearers = [];
  for (const hear of current) hear();
}

async function work(): Promise<void> {
  busy = true;
  while (first.length || last.length) {
    // What matters is laid out share by share too; of the rest as much as there is time for.
    await (first.length ? whenShown() : aside());
    began = performance.now();
    do (first.shift() ?? last.shift())?.();
    while ((first.length || last.length) && performance.now() - began < SHARE);
    began = null;
    settle();
  }
  busy = false;
}

/** Calls `draw` now or in its turn; returns a function that cancels it. */
export function inTurn(draw: Part, isLast = false): () => void {
  if (!first.length && !(isLast && last.length) && timeLeft()) {
    draw();
    return () => undefined;
  }
  const queue = isLast ? last : first;
  queue.push(draw);
  mark();
  if (!busy) void work();
  return () => {
    const at = queue.indexOf(draw);
    if (at >= 0) queue.splice(at, 1);
    mark();
  };
}

/**
 * Announces a part that will need room: the page waits for it a while before it counts as complete. Returns a function
 * that reports its arrival or failure.
 */
export function hold(): () => void {
  let [holding, missing] = [true, true];
  const release = (): void => {
    if (!holding) return;
    holding = false;
    held--;
    clearTimeout(late);
    settle();
  };
  const late = setTimeout(release, HELD_AT_MOST);
  held++;
  coming++;
  mark();
  return () => {
    if (missing) coming--;
    missing = false;
    release();
    mark();
  };
}

/** Holds as `hold` does, but no longer than the component that is just made is there: its reader may leave before. */
export function holdWhileMounted(): () => void {
  const release = hold();
  onDestroy(release);
  return release;
}

/** Calls `hear` once nothing that matters is pending: at once if nothing is. */
export function whenDrawn(hear: Part): () => void {
  hearers.push(hear);
  settle();
  return () => (hearers = hearers.filter((other) => other !== hear));
}

/** Calls `act` once all current changes are on the page, even deferred ones; returns a function that cancels it. */
export function onceDrawn(act: Part): () => void {
  let wanted = true;
  let forget = (): void => void (wanted = false);
  void tick().then(() => wanted && (forget = whenDrawn(act)));
  return () => forget();
}
