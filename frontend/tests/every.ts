/** What every test can count on: pages speak English until it says otherwise, what should come has time to come on a
 * busy machine, and no question to the server is left over from another test, which would find that one's answers
 * stubbed and none for itself. */
import { configure } from '@testing-library/svelte';
import { afterEach } from 'vitest';
import { speak } from '../src/i18n/index.svelte';
import { server } from '../src/net/server.svelte';
import { PATIENCE } from './patience';

configure({ asyncUtilTimeout: PATIENCE });
await speak('en');
afterEach(() => server.markReached());
