/** What this browser remembers. Where nothing can be stored (private windows, full disks), it lasts as long as the page. */
const fallback = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return fallback.get(key) ?? localStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null;
  }
}

export function remember(key: string, value: string | null): void {
  fallback.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) fallback.set(key, value);
  }
}

/** A remembered JSON value, or null if there is none or it is malformed. */
export function recallJson(key: string): unknown {
  try {
    return JSON.parse(recall(key) ?? 'null');
  } catch {
    return null;
  }
}
