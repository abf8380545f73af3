/** What every test can count on: pages speak English until it says otherwise, what should come has time to come on a
 * busy machine, no question to the server is left over from another test, which would find that one's answers stubbed and
 * none for itself, and the page is empty when a file begins. */
import { cleanup, configure } from '@testing-library/svelte';
import { afterAll, afterEach } from 'vitest';
import { speak } from '../src/i18n/index.svelte';
import { server } from '../src/net/server.svelte';
import { PATIENCE } from './patience';

configure({ asyncUtilTimeout: PATIENCE });
await speak('en');
afterEach(() => server.markReached());
afterAll(() => {
  cleanup();
  document.body.replaceChildren();
});
