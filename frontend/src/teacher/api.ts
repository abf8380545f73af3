/** The teacher's side of the server. What takes time is asked for again until it is there. */
import { asGuest } from '../net/api';
import { tokenFor } from '../net/guest';
import { ask } from '../net/http';
import type { Origin } from '../record/api';
import type { Exercise, HintResponse, ReviewResponse, Tried, Turn } from '../net/teach';

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`;

export const hintFor = (table: string): Promise<HintResponse> =>
  ask(`${at(table)}/hint`, { method: 'POST', token: tokenFor(table) });

/** The review if there is one; only a table's is kept where one can look without asking for it. */
export const reviewOf = async (origin: Origin): Promise<ReviewResponse | null> =>
  'table' in origin ? ask<ReviewResponse>(`${at(origin.table)}/review`) : null;

export const askReview = (origin: Origin): Promise<ReviewResponse> =>
  'table' in origin
    ? asGuest(`${at(origin.table)}/review`, { method: 'POST' })
    : asGuest('/replays/review', { method: 'POST', text: origin.record });

export const exerciseAt = (origin: Origin, version: number): Promise<Exercise> =>
  'table' in origin
    ? ask(`${at(origin.table)}/exercise?version=${version}`)
    : ask(`/replays/exercise?version=${version}`, { method: 'POST', text: origin.record });

export const tryTurn = (origin: Origin, version: number, turn: Turn): Promise<Tried> =>
  'table' in origin
    ? asGuest(`${at(origin.table)}/exercise`, { method: 'POST', body: { version, turn } })
    : asGuest('/replays/exercise/try', { method: 'POST', body: { record: origin.record, version, turn } });
