import { pageUrl } from '../base/addresses';
import { showRefusal } from '../base/announce.svelte';
import { navigate } from '../base/router.svelte';
import { openTable } from './api';
import { wordsOf } from './problem';
import type { NewTable } from './types';

/** Open a table and go to it; on failure, say why and return false. */
export const goToNewTable = (table: NewTable): Promise<boolean> =>
  goToMade(async () => pageUrl('table', (await openTable(table)).id));

/** Go to the address that `make` returns; on failure, say why and return false. */
export async function goToMade(make: () => Promise<string>): Promise<boolean> {
  try {
    navigate(await make());
    return true;
  } catch (error) {
    showRefusal(wordsOf(error));
    return false;
  }
}
