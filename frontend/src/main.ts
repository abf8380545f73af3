import { mount } from 'svelte';
import App from './App.svelte';
import './app/app.css';
import './app/opening.css';
import { settings } from './app/settings.svelte';
import { speak } from './i18n/index.svelte';
import { keepPages, renewPages } from './pwa/keep';
import './theme/index.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

renewPages();
keepPages();

// The reader's language first, so that nobody sees another one flash by; and the title page before the work begins.
await Promise.all([speak(settings.locale), shown()]);

target.replaceChildren();
export default mount(App, { target });

/** When what is on the page has been painted; at once if nobody looks at it. */
function shown(): Promise<unknown> {
  if (document.hidden) return Promise.resolve();
  const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
