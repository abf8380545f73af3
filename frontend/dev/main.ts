import { mount } from 'svelte';
import { settings } from '../src/base/settings.svelte';
import { speak } from '../src/i18n/index.svelte';
import '../src/theme/index.css';
import Sheet from './Sheet.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('cards.html has no #app');

await speak(settings.locale);

export default mount(Sheet, { target });
