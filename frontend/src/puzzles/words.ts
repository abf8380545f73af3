/** Words of a puzzle: the question, the score of an answer, and the explanation of the right one. */

import { t } from '../i18n/index.svelte';
import type { View } from '../net/types';
import { eventWords, type People } from '../game/story';
import { changeWords, objectiveName } from '../game/words';
import type { Answered, Explained, Kind, PuzzleInfo } from './types';
import { say } from 'virtual:words/puzzles';

const points = (count: number): string => t('score.points', { count });

export const kindName = (kind: Kind): string => say(`puzzle.kind.${kind}`);

export function questionWords({ kind, objective, turns }: PuzzleInfo, view: View): string {
  switch (kind) {
    case 'objective':
      return say('puzzle.ask.objective', { objective: objective === null ? '' : objectiveName(objective) });
    case 'win':
      return say(view.tybor ? 'puzzle.ask.win_tybor' : turns === 2 ? 'puzzle.ask.win_two' : 'puzzle.ask.win_last');
    default:
      return say(`puzzle.ask.${kind}`);
  }
}

/** The score of a wrong answer, and that there is a better one, without naming it. */
export function wrongWords(kind: Kind, { outcome, best, rival }: Answered): string {
  if (kind === 'win') return say('puzzle.wrong.win', { points: points(outcome.points), rival: points(rival ?? 0) });
  if (!outcome.fulfilled) return say('puzzle.wrong.unfulfilled');
  return say(`puzzle.wrong.${kind}`, { points: points(outcome.points), best: points(best.points) });
}

function becauseWords(kind: Kind, { outcome, second, rival }: Explained): string {
  const sure = points(outcome.points);
  if (kind === 'win') {
    const most = points(rival ?? 0);
    if (!second) return say('puzzle.because.win_only', { points: sure, rival: most });
    return say('puzzle.because.win', { points: sure, rival: most, second: points(second.points) });
  }
  if (!second) return say('puzzle.alone');
  return say(`puzzle.because.${kind}`, { points: sure, second: points(second.points) });
}

/** Why the answer is the right one, sentence by sentence: what the rules say, what objectives give, what is next. */
export function whyWords(kind: Kind, explained: Explained, people: People): string[] {
  const placed = explained.placed.flatMap((event, index) => {
    const words = eventWords(event, people) ?? '';
    return index ? [`${say('puzzle.next_turn')} ${words}`] : [words];
  });
  return [...placed, ...explained.gains.map(changeWords), becauseWords(kind, explained)];
}
