/** Commands that change the plan, which stays private, or send actions. */

import { list, t } from '../../i18n/index.svelte';
import type { CardId, Cell, SeatView, Side, Source, View } from '../../net/types';
import { candidatesOf, placementName } from '../../game/compare';
import type { Kept } from '../../game/kept.svelte';
import { faceUp, previewOf } from '../../game/plan';
import { guideOf } from '../../game/guide';
import type { Session } from '../../game/session.svelte';
import { answerWords, cellName, objectiveName, planWords } from '../../game/words';
import { objectiveLines, objectiveTitle, sourceName } from '../around';
import { faceName, handOf, nameWithNumber, whyLines } from '../cards';
import { findByName, faceMeant, handCard, isCard } from './find';
import type { CardWord, Command } from './parse';
import { refuse, sending, answerWith, type Answer } from './reply';
import { say, verbWord } from '../say.svelte';

/** Whether a hand card may be planned now. */
export const planning = (session: Session): boolean => session.thinking;

const notNow = (session: Session, view: View): Answer =>
  refuse([view.viewer === null ? t('table.watching') : guideOf(view, session)]);

/** Plan a card, or say why that is impossible. Then the plan before it stays. */
export function doPlace(command: Command, session: Session, view: View, seat: SeatView): Answer {
  if (!planning(session)) return notNow(session, view);
  const { plan } = session;
  const card = command.card || !plan ? handCard(command.card, view) : plan.card;
  if (!isCard(card)) return card;
  const side = faceMeant(card, command.side, session);
  const cell = command.cell ?? (plan?.card === card ? plan.cell : null);
  if (!cell) return refuse([say('text.need.cell_for', { open: `${verbWord('open')} ${placeOf(view, card)}` })]);
  return lay(session, view, seat, card, side, cell);
}

/** The shortest way to name a hand card. */
const placeOf = (view: View, card: CardId): number => handOf(view).indexOf(card) + 1;

function lay(session: Session, view: View, seat: SeatView, card: CardId, side: Side, cell: Cell): Answer {
  const wished = { card, side, cell };
  const preview = previewOf(view, wished);
  if (!preview) return refuse(whyLines(view, seat, wished));
  takeUp(session, card, side, cell);
  return answerWith([
    say('text.plan.planned', { face: faceName(card, side), cell: cellName(cell), effect: planWords(preview) }),
    nextWords(session),
  ]);
}

/** Hold a face, over a cell if one is given, as the drawn table would show it too. */
export function takeUp(session: Session, card: CardId, side: Side, cell: Cell | null): void {
  if (session.sideOf(card) !== side) session.flip(card);
  session.focus = null;
  session.lift(card, side, cell);
}

const nextWords = (session: Session): string =>
  session.ahead
    ? say('text.next.wait', { undo: verbWord('undo') })
    : session.asked === 'confirm'
      ? say('text.next.confirm', { confirm: verbWord('confirm'), undo: verbWord('undo') })
      : say('text.next.draw', { draw: verbWord('draw'), undo: verbWord('undo') });

export function doUndo(session: Session): Answer {
  if (!session.plan) return refuse([say('text.undo.nothing')]);
  const { card, side } = session.plan;
  while (session.back());
  return answerWith([say('text.undo.done', { face: faceName(card, side) })]);
}

/** Keep the plan for comparison, if there is one, and list all kept plans. */
export function doCompare(session: Session, view: View): Answer {
  if (!planning(session)) return notNow(session, view);
  const { placement, kept } = session;
  if (placement && !kept.letterOf(placement) && !session.keep())
    return refuse([t('compare.full'), ...keptLines(session)]);
  const letter = placement && kept.letterOf(placement);
  if (!kept.list.length) return refuse([say('text.compare.nothing', { compare: verbWord('compare') })]);
  return answerWith([...keptLines(session), ...(letter ? [t('compare.done', { letter })] : [])], t('compare.title'));
}

/** The kept plans and their effects. */
const keptLines = (session: Session): string[] =>
  candidatesOf(session)
    .filter(({ letter }) => letter !== null)
    .map(({ name, preview }) => say('text.line', { what: name, value: planWords(preview) }));

/** Restore a kept plan. */
export function doPick({ card }: Command, session: Session, view: View): Answer {
  if (!planning(session)) return notNow(session, view);
  const one = keptOne(card, session);
  if (!one) return refuse([whichWords(session), ...keptLines(session)]);
  session.pick(one.letter);
  const { preview } = session;
  const said = preview ? [say('text.line', { what: placementName(one, one.letter), value: planWords(preview) })] : [];
  return answerWith([...said, nextWords(session)]);
}

/** Drop a kept plan; without a letter, all. */
export function doDrop({ card }: Command, session: Session): Answer {
  const one = keptOne(card, session);
  const gone = one ? [one] : card ? [] : session.kept.list;
  if (!gone.length) return refuse([whichWords(session), ...keptLines(session)]);
  for (const { letter } of gone) session.kept.drop(letter);
  return answerWith(gone.map(({ letter }) => t('compare.dropped', { letter })));
}

const keptOne = (word: CardWord | null, { kept }: Session): Kept | null =>
  word?.by === 'name' ? kept.findNamed(word.name.toUpperCase()) : null;

const whichWords = ({ kept }: Session): string =>
  kept.list.length
    ? say('text.compare.which', { letters: list(kept.list.map(({ letter }) => letter)) })
    : say('text.compare.nothing', { compare: verbWord('compare') });

/** Draw a card, which confirms the planned turn. */
export function doDraw(command: Command, session: Session, view: View): Answer {
  const { asked } = session;
  if (asked === 'card' || asked === 'cell') return refuse([t('table.guide.place_first')]);
  if (asked !== 'source' && asked !== 'draw') return notNow(session, view);
  const source = command.source ?? sourceOf(command.card, session, view);
  if (typeof source !== 'string') return source;
  if (!session.sources.includes(source)) return refuse([t('illegal.source_empty')]);
  return sending(session.draw(source).then((done) => outcome(done, session)));
}

/** A face-up card, by its number or its name. */
function sourceOf(word: CardWord | null, session: Session, view: View): Source | Answer {
  const open = session.sources.flatMap((source) => {
    const card = faceUp(view, source);
    return card === null ? [] : [{ source, card }];
  });
  const places = session.sources.map(sourceName).join(', ');
  if (!word) return refuse([say('text.need.source', { places })]);
  const cards = open.map(({ card }) => card);
  const found = word.by === 'number' ? cards.filter((card) => card === word.number) : findByName(cards, word.name);
  if (found.length > 1)
    return refuse([say('text.unclear.which', { word: nameIn(word) }), ...found.map(nameWithNumber)]);
  const source = open.find(({ card }) => card === found[0])?.source;
  return source ?? refuse([say('text.unclear.source', { word: nameIn(word), places })]);
}

const nameIn = (word: CardWord): string => (word.by === 'name' ? word.name : String(word.number));

/** Confirm a turn that ends with its placement. */
export function doConfirm(session: Session, view: View): Answer {
  if (session.asked === 'source') return refuse([say('text.need.draw', { draw: verbWord('draw') })]);
  if (session.asked !== 'confirm') return notNow(session, view);
  return sending(session.confirm().then((done) => outcome(done, session)));
}

/** What the server refused; null if it did not. */
export function outcome(done: boolean, session: Session): Answer | null {
  const { refusal } = session.store;
  if (done) return null;
  return refuse([refusal ? answerWords(refusal.code, refusal.facts) : t('error.offline')]);
}

/** Choose the side of the starter card during setup; later, of the planned card. */
export function doSide(command: Command, session: Session, view: View, seat: SeatView): Answer {
  const { side } = command;
  const { plan } = session;
  if (!side) return refuse([say('text.need.side')]);
  if (session.asked === 'side')
    return choose(session, view, (action) => action.type === 'side' && action.side === side);
  const card = command.card ? handCard(command.card, view) : plan?.card;
  if (!planning(session) || card === undefined) return notNow(session, view);
  if (!isCard(card)) return card;
  if (plan?.card === card && plan.cell) return lay(session, view, seat, card, side, plan.cell);
  takeUp(session, card, side, null);
  return answerWith([say('text.plan.taken', { face: faceName(card, side) })]);
}

/** Keep one of the objectives offered: the first, the second, or by its number. */
export function doObjective({ card }: Command, session: Session, view: View, seat: SeatView): Answer {
  if (session.asked !== 'objective') {
    return view.objective === null ? notNow(session, view) : answerWith(objectiveLines(view, seat));
  }
  const { offered } = view;
  if (!card) return refuse([say('text.need.objective'), ...offeredLines(view)]);
  const meant =
    card.by === 'number'
      ? [offered[card.exact ? -1 : card.number - 1] ?? card.number]
      : offered.filter((each) => objectiveName(each).toLowerCase().includes(card.name));
  const [found] = meant.filter((each) => offered.includes(each));
  if (found === undefined || meant.length > 1) return refuse([t('illegal.not_offered'), ...offeredLines(view)]);
  return choose(session, view, (action) => action.type === 'objective' && action.card === found);
}

const offeredLines = (view: View): string[] =>
  view.offered.map((card, i) => say('text.offered', { place: i + 1, card, objective: objectiveTitle(card, true) }));

function choose(session: Session, view: View, wanted: (action: View['legal'][number]) => boolean): Answer {
  const action = view.legal.find(wanted);
  if (!action) return notNow(session, view);
  return sending(session.choose(action).then((done) => outcome(done, session)));
}
