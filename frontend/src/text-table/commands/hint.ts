/** The teacher's advice on the command line: asked for at once, told when it is there. */

import { wordsOf } from '../../net/problem';
import { t } from '../../i18n/index.svelte';
import type { View } from '../../net/types';
import { isAwaited } from '../../game/plan';
import type { Session } from '../../game/session.svelte';
import { refused, told, type Answer } from './reply';

export function hintAnswer({ store }: Session, view: View): Answer {
  if (!store.table?.hints) return refused([t('error.hint.forbidden')]);
  if (!isAwaited(view)) return refused([t('error.hint.later')]);
  return { ...told([t('teach.thinking')]), sent: askAdvice(store.table.id, view) };
}

async function askAdvice(table: string, view: View): Promise<Answer> {
  const [{ hintFor }, { Asking }, { adviceLine }, { fetchWords, say }] = await Promise.all([
    import('../../teacher/api'),
    import('../../teacher/asking.svelte'),
    import('../../teacher/told'),
    import('virtual:words/teacher'),
  ]);
  await fetchWords();
  const asking = new Asking(() => hintFor(table));
  await asking.run();
  if (asking.failure) return refused([wordsOf(asking.failure)]);
  const turns = asking.told?.turns ?? [];
  return told(
    turns.map((advice, index) => adviceLine(advice, index, view)),
    say('hint.title'),
  );
}
