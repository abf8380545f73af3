import { mount } from 'svelte';
import App from './App.svelte';
import './app/app.css';
import { settings } from './app/settings.svelte';
import { speak } from './i18n/index.svelte';
import { keepPages, renewPages } from './pwa/keep';
import './theme/index.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

renewPages();
keepPages();

// The reader's language first, so that nobody sees another one flash by.
await speak(settings.locale);

export default mount(App, { target });
