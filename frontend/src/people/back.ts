import { here } from '../base/place';
import { pageUrl, routeOf } from '../base/addresses';

/** The table one came from, as its address; null where the page was opened otherwise. */
export function tableBehind(search: string = here().search): string | null {
  const address = pageUrl('table', new URLSearchParams(search).get('back') ?? '');
  return routeOf(address).name === 'table' ? address : null;
}
