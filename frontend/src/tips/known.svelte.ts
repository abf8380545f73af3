import { recallJson, remember } from '../base/memory';
import { NOTES, type Note } from './notes';

const KEY = 'codex.notes';

/** Notes seen in this browser; another page of it may have added some. */
function readTips(): readonly Note[] {
  const kept = recallJson(KEY);
  return Array.isArray(kept) ? NOTES.filter((note) => kept.includes(note)) : [];
}

let list = $state.raw(readTips());

export const known = {
  get all(): readonly Note[] {
    return list;
  },

  /** These are never shown again. */
  add(notes: readonly Note[]): void {
    const before = readTips();
    list = NOTES.filter((note) => before.includes(note) || notes.includes(note));
    remember(KEY, JSON.stringify(list));
  },

  /** All begin again, as they do with the lessons. */
  forget(): void {
    remember(KEY, null);
    list = [];
  },
};
