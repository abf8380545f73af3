/** The teacher's side of the server. What takes time is asked for again until it is there. */
import { asGuest } from '../net/api';
import { tokenFor } from '../net/guest';
import { ask } from '../net/http';
import type { Origin } from '../replay/api';
import type { Exercise, HintTold, ReviewTold, Tried, Turn } from './types';

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`;

export const hintFor = (table: string): Promise<HintTold> =>
  ask(`${at(table)}/hint`, { method: 'POST', token: tokenFor(table) });

/** The review if there is one; only a table's is kept where one can look without asking for it. */
export const reviewOf = async (origin: Origin): Promise<ReviewTold | null> =>
  'table' in origin ? ask<ReviewTold>(`${at(origin.table)}/review`) : null;

export const askReview = (origin: Origin): Promise<ReviewTold> =>
  'table' in origin
    ? asGuest(`${at(origin.table)}/review`, { method: 'POST' })
    : asGuest('/replays/review', { method: 'POST', text: origin.record });

export const exerciseAt = (table: string, version: number): Promise<Exercise> =>
  ask(`${at(table)}/exercise?version=${version}`);

export const tryTurn = (table: string, version: number, turn: Turn): Promise<Tried> =>
  asGuest(`${at(table)}/exercise`, { method: 'POST', body: { version, turn } });
