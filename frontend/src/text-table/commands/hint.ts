/** The teacher's advice on the command line: requested at once, shown when it arrives. */

import { wordsOf } from '../../net/problem';
import { t } from '../../i18n/index.svelte';
import type { TableStore } from '../../net/table.svelte';
import type { View } from '../../net/types';
import { isAwaited } from '../../game/plan';
import type { Session } from '../../game/session.svelte';
import { refuse, answerWith, type Answer } from './reply';

export function hintAnswer({ store }: Session, view: View): Answer {
  if (!store.table?.hints) return refuse([t('error.hint.forbidden')]);
  if (!isAwaited(view)) return refuse([t('error.hint.later')]);
  return { ...answerWith([t('teach.thinking')]), sent: askAdvice(store, view) };
}

async function askAdvice(store: TableStore, view: View): Promise<Answer> {
  const [{ hintFor }, { Asking }, { adviceLine }, { fetchWords, say }] = await Promise.all([
    import('../../teacher/api'),
    import('../../teacher/asking.svelte'),
    import('../../teacher/words'),
    import('virtual:words/teacher'),
  ]);
  await fetchWords();
  const asking = new Asking(() => hintFor(store));
  await asking.run();
  if (asking.failure) return refuse([wordsOf(asking.failure)]);
  const turns = asking.answer?.turns ?? [];
  return answerWith(
    turns.map((advice, index) => adviceLine(advice, index, view)),
    say('hint.title'),
  );
}
