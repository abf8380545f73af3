/** Offline cache of the pages, which renew themselves when the server has newer ones. */
import { pageUrl, SERVICE_WORKER } from '../base/addresses';
import { notify } from '../base/announce.svelte';
import { t } from '../i18n/index.svelte';
import { server } from '../net/server.svelte';

/** Milliseconds after the page has come until the others are fetched: those one looks at come first. */
const LATER = 3_000;
const RENEWED = 'codex.renewed';
/** Interval in which a page that still misses a file is not renewed again. */
const ONCE_IN = 60_000;

/** Network information of browsers; some have none. */
interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Whether the connection is metered: the browser was asked to save data, or is in a mobile network. */
const isMetered = (connection: Connection | undefined): boolean =>
  connection?.saveData === true || connection?.type === 'cellular';

/**
 * Keep the pages for when the server is away: some hundred kilobytes, fetched when the page has nothing to do, and never
 * over a metered connection. Browsers allow it on secure addresses and on this computer.
 */
export function cachePages(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { connection } = navigator as { connection?: Connection };
  const keep = (): void => {
    if (isMetered(connection)) connection?.addEventListener('change', whenIdle, { once: true });
    else void navigator.serviceWorker.register(SERVICE_WORKER).catch(() => undefined);
  };
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(keep);
    else keep();
  };
  const later = (): void => void setTimeout(whenIdle, LATER);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

/**
 * A part of this page that is missing on the server belongs to an older one: load the page again, once. A part that only
 * did not come, since the server was away, is requested again (`loadModule`).
 */
export function reloadOnMissingPart(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', () => void renew(reload));
}

async function renew(reload: () => void): Promise<void> {
  if (!(await server.poll()) || !(await isOutdated()) || !due()) return;
  notify(t('offline.renewed'));
  reload();
}

/** Whether the server has other pages than this one: they begin with another script. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  const page = await fetch(pageUrl('lobby'), { cache: 'no-store' }).catch(() => null);
  return page?.ok === true && !(await page.text()).includes(script);
}

/** Whether the last renewal is long past; from now on it is not. Without a memory there is no renewal, so never two. */
function due(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RENEWED));
    sessionStorage.setItem(RENEWED, String(Date.now()));
    return Date.now() - last > ONCE_IN;
  } catch {
    return false;
  }
}
