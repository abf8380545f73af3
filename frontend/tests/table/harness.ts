/** The table as it looks at one moment of a fixture: `npm run dev`, then /tests/table/harness.html?place. */
import { mount } from 'svelte';
import '../../src/theme/index.css';
import '../../src/shell/app.css';
import { TableStore } from '../../src/net/table.svelte';
import TableScreen from '../../src/table/screen/TableScreen.svelte';
import { settings } from '../../src/base/settings.svelte';
import type { Moment } from './moment';

const [name = 'place', skin, locale] = location.search.slice(1).split('&');
const held = (await (await fetch(`/tests/fixtures/${name}.json`)).json()) as Moment;

class Silent extends EventTarget {
  readyState = 0;
  send(): void {}
  close(): void {}
}
const store = new TableStore({ url: '', token: null, open: () => new Silent() as unknown as WebSocket });
Object.assign(store, { ...held, status: 'live' });
if (skin === 'night' || skin === 'contrast' || skin === 'parchment' || skin === 'day') settings.skin = skin;
settings.locale = locale === 'fr' || locale === 'it' ? locale : 'en';

const target = document.getElementById('app');
if (target) mount(TableScreen, { target, props: { store } });
