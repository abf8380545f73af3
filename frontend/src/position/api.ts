/** Positions of games as codes, and the links to them. */
import { linkTo } from '../base/place';
import { apiUrl, pageUrl } from '../base/addresses';
import { tokenFor } from '../net/guest';
import { ask } from '../net/http';
import type { PositionResponse } from '../net/teach';
import type { Origin } from '../record/api';

export const codeOf = async (response: Promise<PositionResponse>): Promise<string> => (await response).code;

/** The position of a game as one knows it now. */
export const positionAt = (table: string): Promise<string> =>
  codeOf(ask(apiUrl('position', table), { token: tokenFor(table) }));

/** A position of a finished game, with all cards. */
export const positionIn = (origin: Origin, version: number): Promise<string> =>
  codeOf(
    'table' in origin
      ? ask(`${apiUrl('position', origin.table)}?version=${version}`, { token: tokenFor(origin.table) })
      : ask(`${apiUrl('recordPosition')}?version=${version}`, { method: 'POST', text: origin.record }),
  );

/** The link of a position. It stands behind `#`, which no server logs. */
export const linkOf = (code: string): string => linkTo(`${pageUrl('analysis')}#${code}`);
