/** Tests speak English until they say otherwise, as pages speak the reader's language before they are shown. */
import { speak } from '../src/i18n/index.svelte';

await speak('en');
