/** API of the puzzles; the server stores the days of accounts, and nothing of guests. */
import { apiUrl } from '../base/addresses';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { Answered, Explained, NewAnswer, PuzzleHint, Puzzles, PuzzleResponse } from './types';

export const allPuzzles = (): Promise<Puzzles> => ask(apiUrl('puzzles'), { token: guestToken() });
export const puzzleAt = (number: number): Promise<PuzzleResponse> => ask(apiUrl('puzzle', number));
export const hintAt = (number: number): Promise<PuzzleHint> => ask(apiUrl('puzzleHint', number));
export const explainedAt = (number: number): Promise<Explained> => ask(apiUrl('puzzleSolution', number));
export const answerAt = (number: number, body: NewAnswer): Promise<Answered> =>
  ask(apiUrl('puzzleAnswer', number), { method: 'POST', body, token: guestToken() });
