/** Places to pin a note: the current choices at a table, and their words. */
import { cardName, cellName, quoteCard, shownName } from '../game/words';
import type { Cell, PinnedNote, View } from '../net/types';
import { say } from 'virtual:words/correspondence';

export type At = Partial<Pick<PinnedNote, 'card' | 'seat' | 'cell'>>;
export type NameOf = (seat: number) => string;

export interface Group {
  readonly label: string;
  readonly places: readonly { readonly key: string; readonly label: string; readonly at: At }[];
}

/** A key for each place, as the server has it. */
export function keyOf({ card, seat, cell }: At): string {
  if (card !== null && card !== undefined) return `card/${card}`;
  return cell ? ['cell', seat, ...cell].join('/') : 'table';
}

const ofCard = (card: number): Group['places'][number] => ({
  key: `card/${card}`,
  label: cardName(card),
  at: { card },
});

function ofCell(seat: number, cell: Cell, label: string): Group['places'][number] {
  return { key: keyOf({ seat, cell }), label: `${label} (${cellName(cell)})`, at: { seat, cell } };
}

/** All places for a note: the table, the reader's hand, the market, and each card in a codex. */
export function groupsOf(view: View, nameOf: NameOf, words: { hand: string; market: string }): Group[] {
  const hand = view.viewer === null ? [] : (view.seats[view.viewer]?.hand ?? []);
  const held = hand.flatMap(({ card }) => (card === null ? [] : [ofCard(card)]));
  const faceUp = [...view.market.resource, ...view.market.gold].flatMap((card) =>
    card === null ? [] : [ofCard(card)],
  );
  const codices = view.seats.map(({ seat, laid }) => ({
    label: nameOf(seat),
    places: laid.map((each) => ofCell(seat, each.cell, shownName(each))),
  }));
  return [{ label: words.hand, places: held }, { label: words.market, places: faceUp }, ...codices].filter(
    ({ places }) => places.length > 0,
  );
}

/** Where a note is pinned, in words. */
export function placeWords({ card, seat, cell }: At, view: View, nameOf: NameOf): string {
  if (card !== null && card !== undefined) return say('slow.note_card', { card: quoteCard(card) });
  if (!cell || seat === null || seat === undefined) return say('slow.note_table');
  const laid = view.seats[seat]?.laid.find((each) => each.cell[0] === cell[0] && each.cell[1] === cell[1]);
  return say('slow.note_cell', { card: laid ? shownName(laid) : cellName(cell), name: nameOf(seat) });
}
