/** Effects of typed lines, and the replies to them, by the session; the server decides the legal actions. */

import { t } from '../../i18n/index.svelte';
import type { Cell, SeatView, View } from '../../net/types';
import { previewOf } from '../../game/plan';
import type { Session } from '../../game/session.svelte';
import { cellName, planWords, refusalWords } from '../../game/words';
import { doCompare, doConfirm, doDraw, doDrop, doObjective, doPick, doPlace, doSide, doUndo, planning } from './act';
import {
  foreseenLines,
  logLines,
  marketLines,
  objectiveLines,
  rulesLines,
  scoreLines,
  seatLines,
  statusLines,
  symbolsLine,
  tyborLines,
  unseenLines,
} from '../around';
import {
  blockedLines,
  cannotPay,
  cellLines,
  codexLines,
  emptyLines,
  faceName,
  handLines,
  handSideLine,
  nameWithNumber,
  openLines,
  whyLines,
} from '../cards';
import { anyCard, faceMeant, handCard, isCard, seatMeant } from './find';
import { helpLines } from './help';
import { hintAnswer } from './hint';
import { parse, type Command, type Unclear } from './parse';
import { refuse, answerWith, type Answer } from './reply';
import { say, verbWord, vocabulary } from '../say.svelte';
import type { Verb } from './vocabulary';

/** Reader of a command, and the moment of the game. */
interface Moment {
  readonly session: Session;
  readonly view: View;
  /** The reader's seat, or the first one for watchers. */
  readonly seat: SeatView;
}
type Reply = (command: Command, moment: Moment) => Answer;

const MANY = 5;

const REPLIES: Readonly<Record<Verb, Reply>> = {
  place: (command, { session, view, seat }) => doPlace(command, session, view, seat),
  draw: (command, { session, view }) => doDraw(command, session, view),
  confirm: (_, { session, view }) => doConfirm(session, view),
  undo: (_, { session }) => doUndo(session),
  compare: (_, { session, view }) => doCompare(session, view),
  pick: (command, { session, view }) => doPick(command, session, view),
  drop: (command, { session }) => doDrop(command, session),
  side: (command, { session, view, seat }) => doSide(command, session, view, seat),
  objective: (command, { session, view, seat }) => doObjective(command, session, view, seat),
  status: (_, { session, view }) => answerWith([...statusLines(view, session), ...planLines(session)]),
  hand: (_, { view, session }) => (session.me ? answerWith(orNothing(handLines(view))) : refuse([t('table.watching')])),
  card: describe,
  open,
  why,
  cell: ({ cell }, { view, seat, session }) =>
    cell
      ? answerWith([...cellLines(view, seat, cell), ...giveLines(view, session, cell)])
      : refuse([say('text.need.cell')]),
  codex: (command, moment) =>
    ofSeat(command, moment, (seat) =>
      answerWith([...codexLines(seat), symbolsLine(seat)], codexTitle(seat, moment.session)),
    ),
  symbols: (command, moment) =>
    ofSeat(command, moment, (seat) => answerWith([symbolsLine(seat)], codexTitle(seat, moment.session))),
  market: (_, { view }) => answerWith(marketLines(view)),
  left: (_, { view }) => answerWith(orNothing(unseenLines(view)), t('aid.unseen.title')),
  score: (_, { view, session }) => answerWith(scoreLines(view, session.people)),
  objectives: (_, { view, seat }) => answerWith(orNothing(objectiveLines(view, seat))),
  seats: (_, { view, session }) =>
    answerWith([
      ...view.seats.flatMap((seat) => seatLines(seat, view, session.people)),
      ...(view.tybor ? tyborLines(view) : []),
    ]),
  tybor: (_, { view }) => answerWith([...tyborLines(view), ...foreseenLines(view)]),
  rules: (_, { view }) => answerWith(rulesLines(view), t('rules.here')),
  log: ({ card }, { session }) => {
    const count = card?.by === 'number' && card.number > 0 ? card.number : MANY;
    return answerWith(orNothing(logLines(session.store.log, session.people, count)));
  },
  hint: (_, { session, view }) => hintAnswer(session, view),
  help: ({ card }) => helpLines(card?.by === 'name' ? (vocabulary().verbs.get(card.name) ?? null) : null),
};

/** Answer any typed line. */
export function answer(line: string, session: Session): Answer {
  const command = parse(line, vocabulary());
  if ('unclear' in command) return refuse([unclearWords(command)]);
  const { view } = session;
  const seat = session.me ?? view?.seats[0];
  if (!view || !seat) return refuse([t('app.loading')]);
  return REPLIES[command.verb](command, { session, view, seat });
}

function unclearWords({ unclear, word, near }: Unclear): string {
  if (near) return say('text.unclear.near', { word, near });
  return say(`text.unclear.${unclear}`, { word, help: verbWord('help') });
}

const orNothing = (lines: readonly string[]): readonly string[] => (lines.length ? lines : [say('text.nothing')]);

export const codexTitle = (seat: SeatView, { view, people }: Session): string =>
  seat.seat === view?.viewer
    ? t('table.your_codex', { count: seat.laid.length })
    : t('table.codex_of', { player: people.nameOf(seat.seat), count: seat.laid.length });

/** The plan that waits for a draw. */
export function planLines({ plan, preview }: Session): string[] {
  if (!plan) return [];
  const face = faceName(plan.card, plan.side);
  if (!plan.cell || !preview) return [say('text.plan.taken', { face })];
  return [say('text.plan.planned', { face, cell: cellName(plan.cell), effect: planWords(preview) })];
}

/** Effects of the lifted card on `cell`. */
function giveLines(view: View, { plan }: Session, cell: Cell): string[] {
  const preview = plan && previewOf(view, { ...plan, cell });
  return preview ? [say('text.line', { what: faceName(preview.card, preview.side), value: planWords(preview) })] : [];
}

function describe({ card, side }: Command, { view }: Moment): Answer {
  const found = anyCard(card, view);
  if (!isCard(found)) return found;
  const sides = side ? [side] : (['front', 'back'] as const);
  const lines = [...new Set(sides.map((each) => handSideLine(view, found, each)))];
  return answerWith(lines, nameWithNumber(found));
}

function open({ card, side }: Command, { session, view, seat }: Moment): Answer {
  if (!planning(session)) {
    const later = view.phase === 'over' ? [] : [say('text.cell.later')];
    return answerWith([...orNothing(emptyLines(seat)), ...later], say('text.open.any'));
  }
  if (!card && !session.plan) return answerWith(emptyLines(seat), say('text.open.any'));
  const found = card || !session.plan ? handCard(card, view) : session.plan.card;
  if (!isCard(found)) return found;
  const face = faceMeant(found, side, session);
  return answerWith(openLines(view, seat, found, face), say('text.open.title', { face: faceName(found, face) }));
}

function why({ card, side, cell }: Command, { session, view, seat }: Moment): Answer {
  if (!session.me) return refuse([t('table.watching')]);
  const found = card ? handCard(card, view) : (session.plan?.card ?? null);
  if (found === null) return answerWith(cell ? cellLines(view, seat, cell) : whyNot(view));
  if (!isCard(found)) return found;
  const face = faceMeant(found, side, session);
  if (cell) return answerWith(whyLines(view, seat, { card: found, side: face, cell }));
  return answerWith([handSideLine(view, found, face)], nameWithNumber(found));
}

/** Everything that this hand and codex rule out, and why. */
function whyNot(view: View): readonly string[] {
  const faces = view.unpaid.map(({ card, side, refusal }) => cannotPay(card, side, refusalWords(refusal)));
  return orNothing([...faces, ...blockedLines(view)]);
}

/** The answer about a seat, or about Tybor. */
function ofSeat({ card }: Command, moment: Moment, answerFor: (seat: SeatView) => Answer): Answer {
  const { session, view, seat } = moment;
  const found = card ? seatMeant(card, view, session.people) : seat;
  if (found === 'tybor') return answerWith(tyborLines(view));
  if (found) return answerFor(found);
  const word = card?.by === 'name' ? card.name : String(card?.number ?? '');
  return refuse([say('text.unclear.seat', { word })]);
}
