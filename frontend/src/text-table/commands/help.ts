/** Help on the commands. */

import { answerWith, type Answer } from './reply';
import { say, verbShort, verbWord } from '../say.svelte';
import { VERBS, type Verb } from './vocabulary';

/** Each command: its name, its short name, an example, and its effect. */
const helpLine = (verb: Verb): string =>
  say('text.help.line', {
    example: say(`text.example.${verb}`),
    short: verbShort(verb),
    does: say(`text.does.${verb}`),
  });

export function helpLines(verb: Verb | null): Answer {
  if (verb) return answerWith([helpLine(verb)], verbWord(verb));
  return answerWith([...VERBS.map(helpLine), say('text.help.cards'), say('text.help.cells')], say('text.help.title'));
}
