import { mount } from 'svelte';
import App from './shell/App.svelte';
import './shell/app.css';
import { whenDrawn } from './base/deferred';
import './shell/opening.css';
import { settings } from './base/settings.svelte';
import { speak } from './i18n/index.svelte';
import { cachePages, reloadOnMissingPart } from './pwa/offline-cache';
import './theme/index.css';

/** Milliseconds to wait for fonts. */
const TIMEOUT = 300;

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

reloadOnMissingPart();
cachePages();

// The reader's language first, so that no other one flashes by; and the title page before the work begins.
await Promise.all([speak(settings.locale), whenLettersLoaded(), whenPainted()]);

// The title page stays until what it stands for can be seen.
const titlePage = [...target.children];
target.classList.add('begun');
export default mount(App, { target });
whenDrawn(() => {
  for (const part of titlePage) part.remove();
  target.classList.remove('begun');
});

/** Resolves when our fonts are loaded, so that text need not be laid out twice; soon even if they are slow. */
function whenLettersLoaded(): Promise<unknown> {
  const faces = ['1rem Alegreya', 'italic 1rem Alegreya', '500 1rem "Alegreya SC"'];
  const there = Promise.allSettled(faces.map((face) => document.fonts.load(face)));
  return Promise.race([there, new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);
}

/** Resolves when the page has been painted; at once if it is hidden. */
function whenPainted(): Promise<unknown> {
  if (document.hidden) return Promise.resolve();
  const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
