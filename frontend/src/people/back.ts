import { addressOf, here } from '../base/place';
import { pageUrl, routeOf } from '../base/addresses';

/** A link to the table one came from; null where the page was opened otherwise. */
export function tableBehind(search: string = here().search): string | null {
  const href = pageUrl('table', new URLSearchParams(search).get('back') ?? '');
  return routeOf(addressOf(href)).name === 'table' ? href : null;
}
