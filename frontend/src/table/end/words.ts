/** Announcements of the final scoring, beat by beat. */

import { t } from '../../i18n/index.svelte';
import type { People } from '../../game/story';
import { objectiveName } from '../../game/words';
import type { Beat } from './storyboard';
import { say } from 'virtual:words/table/end';

/** The sentence for a beat; null for silent ones. */
export function sentenceOf(beat: Beat, { viewer, nameOf }: People): string | null {
  if (beat.type === 'objective') {
    const objective = objectiveName(beat.card);
    if (beat.owner === null) return say('end.objective', { objective });
    if (beat.owner === viewer) return say('end.secret_yours', { objective });
    return say('end.secret', { player: nameOf(beat.owner), objective });
  }
  if (beat.type !== 'gain') return null;
  const player = nameOf(beat.seat);
  if (!beat.points) return say('end.none', { player });
  const points = t('score.points', { count: beat.points });
  return say('end.counted', { player, count: beat.copies, points, total: beat.to });
}
