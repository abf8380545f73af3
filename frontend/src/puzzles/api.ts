/** The puzzles' side of the server, which keeps the days of accounts, and nothing of guests. */
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { Answered, Explained, NewAnswer, PuzzleHint, Puzzles, PuzzleResponse } from './types';

const at = (number: number): string => `/puzzles/${number}`;

export const allPuzzles = (): Promise<Puzzles> => ask('/puzzles', { token: guestToken() });
export const puzzleAt = (number: number): Promise<PuzzleResponse> => ask(at(number));
export const hintAt = (number: number): Promise<PuzzleHint> => ask(`${at(number)}/hint`);
export const explainedAt = (number: number): Promise<Explained> => ask(`${at(number)}/solution`);
export const answerAt = (number: number, body: NewAnswer): Promise<Answered> =>
  ask(`${at(number)}/answer`, { method: 'POST', body, token: guestToken() });
