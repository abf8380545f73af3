/** Milliseconds until a failed part is requested again; doubled each time, up to the last. */
const FIRST_WAIT = 1_000;
const LAST_WAIT = 30_000;

/**
 * Fetches a part of the page that is loaded on demand (a dynamic import), and retries with exponential backoff while the
 * server is away: a part asked for during a restart comes once the server is back, without a reload.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LAST_WAIT)) {
    try {
      if (wait > FIRST_WAIT) await restyle();
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Load the style sheets again that did not come: the bundler asks for each only once. */
function restyle(): Promise<unknown> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return Promise.all(links.filter((link) => !link.sheet).map(reloadSheet));
}

function reloadSheet(link: HTMLLinkElement): Promise<unknown> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    fresh.addEventListener('load', resolve);
    fresh.addEventListener('error', reject);
    link.replaceWith(fresh);
  });
}
