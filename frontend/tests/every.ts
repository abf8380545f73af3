/** What every test can count on: pages speak English until it says otherwise, and no question to the server is left
 * over from another test, which would find that one's answers stubbed and none for itself. */
import { afterEach } from 'vitest';
import { speak } from '../src/i18n/index.svelte';
import { server } from '../src/net/server.svelte';

await speak('en');
afterEach(() => server.reached());
