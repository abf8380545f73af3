import { BASE } from './place';

/**
 * Storage of this browser. Where nothing can be stored (private windows, full disks), it lasts as long as the page.
 * Servers at several paths of one host have one storage: the names in it end with the path.
 */
const fallback = new Map<string, string>();

/** Whether something is remembered only as long as the page lasts. */
export const isForgetful = (): boolean => fallback.size > 0;

export function recall(key: string): string | null {
  try {
    return fallback.get(key) ?? localStorage.getItem(key + BASE);
  } catch {
    return fallback.get(key) ?? null;
  }
}

export function remember(key: string, value: string | null): void {
  fallback.delete(key);
  try {
    if (value === null) localStorage.removeItem(key + BASE);
    else localStorage.setItem(key + BASE, value);
  } catch {
    if (value !== null) fallback.set(key, value);
  }
}

/** Call back when another window of this server changes the value of a key. */
export function onRemembered(key: string, changed: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key + BASE) changed();
  });
}

/** A remembered JSON value, or null if there is none or it is malformed. */
export function recallJson(key: string): unknown {
  try {
    return JSON.parse(recall(key) ?? 'null');
  } catch {
    return null;
  }
}
