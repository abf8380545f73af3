/*
 * The service worker. It keeps what was built, so that the pages open without the server and can say what needs it.
 * Pages come from the server whenever it answers; what the server says of games is never kept.
 * The build puts in the names of the files and a mark of their contents (src/pwa/plugin.ts).
 */
/** Where the pages are: the root of a server, or the folder that holds the files. */
const BASE = new URL('./', self.location.href).pathname;
const FILES = '__FILES__';
/** What the names of its caches begin with: all workers of a host see them all. */
const CACHE_PREFIX = BASE === '/' ? 'codex-' : `codex ${BASE} `;
const CACHE = `${CACHE_PREFIX}__MARK__`;
/** The engine, where its reader keeps it for journeys: `pwa/train.svelte.ts` puts it there and takes it away. */
const ENGINE = 'codex-engine';
/** Milliseconds that a page may keep its reader waiting. */
const TIMEOUT = 6_000;
/** A page that was kept in one language is better than none in another. */
const ANY = { ignoreVary: true };

self.addEventListener('install', (event) => event.waitUntil(precache()));

// Without `skipWaiting`: a new worker begins when the last page of the old one is closed, and deletes the old files.
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !pathname.startsWith(`${BASE}api/`))
    event.respondWith(networkFirst(request, pathname));
  else if (pathname.startsWith(`${BASE}assets/`) || pathname.startsWith(`${BASE}engine/`))
    event.respondWith(cacheFirst(request));
});

// A guest asked for notices of their turn. A message is shown in place of the last one about the same table.
self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data?.json() ?? {})));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

const showNotification = ({ title = 'Codex Naturalis', body = '', path = '/games', tag = '', lang = '' }) =>
  self.registration.showNotification(title, {
    body,
    lang,
    tag,
    renotify: tag !== '',
    icon: `${BASE}icon-192.png`,
    data: { path },
  });

/** Show the page at an address of ours: the one that is open, or a new one. */
async function openPage(path) {
  const { href } = new URL(BASE + path.replace(/^\//, ''), self.location.origin);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === href);
  await (there ? there.focus() : self.clients.openWindow(href));
}

/**
 * Keep all files. Those of older pages are taken over: the name of an asset changes with its content. Over a metered
 * connection nothing is renewed: what is kept already goes on until another day.
 */
async function precache() {
  const { connection } = self.navigator;
  if (self.registration.active && (connection?.saveData || connection?.type === 'cellular'))
    throw new Error('A metered connection: kept pages are renewed later.');
  const cache = await caches.open(CACHE);
  const wanted = await Promise.all(FILES.map(async (name) => ((await copyFromOldCache(cache, name)) ? [] : [name])));
  await cache.addAll(wanted.flat());
}

async function copyFromOldCache(cache, name) {
  const old = name.startsWith('assets/') ? await caches.match(name, ANY) : undefined;
  if (old) await cache.put(name, old);
  return old !== undefined;
}

async function deleteOldCaches() {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== CACHE && !name.startsWith(ENGINE),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function networkFirst(request, pathname) {
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT, null));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  if (answer && answer.status < 500) return answer;
  const cache = await caches.open(CACHE);
  return (await cache.match(pathname, ANY)) ?? (await cache.match(BASE, ANY)) ?? Response.error();
}

/** The name of an asset changes with its content, so a cached one never expires; the engine is renewed by its reader. */
const cacheFirst = async (request) => (await caches.match(request, ANY)) ?? fetch(request);
