/** The engine, kept in the browser for journeys without a network: fetched when its reader asks for it, and removable. */
import { ENGINE } from '../base/addresses';
import { BASE } from '../base/place';

/** The cache that the service worker looks into, too (`service-worker.js`). */
const CACHE = `codex-engine${BASE}`;
const MANIFEST = `${ENGINE}manifest.json`;

interface Manifest {
  readonly files: Readonly<Record<string, number>>;
  /** Bytes of all files as a server packs them. */
  readonly packed: number;
  readonly digest: string;
}

class Train {
  /** Bytes to fetch; null where no engine is offered, and before the first look. */
  size = $state<number | null>(null);
  /** Whether it is kept. */
  kept = $state(false);
  /** Fraction loaded, 0 to 1; null when nothing is being loaded. */
  part = $state<number | null>(null);
  failed = $state(false);

  /** Whether this browser has a cache: only at secure addresses. */
  readonly able = 'serviceWorker' in navigator && 'caches' in window;

  /** Look up the offered and the kept engine; a kept one is renewed when a newer one is offered. */
  async look(): Promise<void> {
    if (!this.able) return;
    const before = await (await caches.open(CACHE)).match(MANIFEST);
    this.kept = before !== undefined;
    const offered = await fetchManifest();
    this.size = offered?.packed ?? null;
    if (!before || !offered) return;
    const { digest } = (await before.json()) as Manifest;
    if (digest !== offered.digest) await this.keep();
  }

  async keep(): Promise<void> {
    if (this.part !== null) return;
    this.part = 0;
    this.failed = false;
    try {
      await this.fetchAll();
      this.kept = true;
    } catch {
      this.failed = true;
    } finally {
      this.part = null;
    }
  }

  async remove(): Promise<void> {
    await caches.delete(CACHE);
    this.kept = false;
  }

  /** The manifest comes last: without it nothing counts as kept. */
  private async fetchAll(): Promise<void> {
    const cache = await caches.open(CACHE);
    const manifest = await fetch(MANIFEST, { cache: 'no-cache' });
    const { files } = (await manifest.clone().json()) as Manifest;
    const total = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
    let came = 0;
    for (const [name, bytes] of Object.entries(files)) {
      const file = await fetch(ENGINE + name, { cache: 'no-cache' });
      if (!file.ok) throw new Error(name);
      await cache.put(ENGINE + name, file);
      came += bytes;
      this.part = came / total;
    }
    await cache.put(MANIFEST, manifest);
  }
}

/** The engine offered now, bypassing the cache; null if none is, or no answer comes. */
async function fetchManifest(): Promise<Manifest | null> {
  const answer = await fetch(`${MANIFEST}?now`, { cache: 'no-store' }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Manifest) : null;
}

export const train = new Train();
