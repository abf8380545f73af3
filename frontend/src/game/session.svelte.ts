import { SvelteSet } from 'svelte/reactivity';
import { sameCell } from '../codex/geometry';
import type { TableStore } from '../net/table.svelte';
import type { Action, CardId, Cell, Preview, Refusal, SeatView, Side, Source, View } from '../net/types';
import { KeptPlans, type Letter, type Noted } from './kept.svelte';
import type { People } from './story';
import { seatName } from './words';
import {
  blockedAt,
  endsWithPlacement,
  isAwaited,
  lossOf,
  mayPlan,
  other,
  ownSeat,
  previewOf,
  sourcesOf,
  surviving,
  turnOf,
  unpaid,
  type Loss,
  type Placement,
  type Plan,
} from './plan';

/** Current question to the reader. */
export type Asked = 'side' | 'objective' | 'card' | 'cell' | 'source' | 'confirm' | 'draw' | 'wait' | 'over';

/** One reader at one table: their plan and focus. Nothing leaves the browser before it is confirmed. */
export class Session {
  /** The lifted card and its cell. */
  plan = $state.raw<Plan | null>(null);
  /** Refusal of the reader's last request. */
  reason = $state.raw<Refusal | null>(null);
  /** Why an earlier plan is no longer possible. */
  lost = $state.raw<Loss | null>(null);
  /** Whether the plan was made while others played, for the current turn. */
  stands = $state(false);
  /** Placements kept for comparison. */
  readonly kept = new KeptPlans();
  /** Whether only a placement is asked for, without a draw, as in some puzzles. */
  short = $state(false);
  /** The seat whose codex is in front; null for the reader's. */
  focus = $state<number | null>(null);
  /** The version of the last action: until it arrives, nothing more is sent. */
  private due = $state(0);
  /** Whether the plan was sent: then its card may be missing from the hand. */
  private sent = false;
  private waited = false;
  /** Hand cards that lie on their back. */
  private readonly turned = new SvelteSet<CardId>();

  constructor(readonly store: TableStore) {}

  get view(): View | null {
    return this.store.view;
  }

  get people(): People {
    const { table } = this.store;
    return {
      viewer: this.store.viewer,
      nameOf: (seat) => seatName(table, seat),
      exhaustion: this.view?.options.end_by_exhaustion ?? 'decks',
      notes: table?.notes ?? [],
    };
  }

  get me(): SeatView | null {
    return this.view && ownSeat(this.view);
  }

  /** The seat whose codex is drawn large. */
  get shownSeat(): SeatView | null {
    return this.view?.seats[this.focus ?? this.view.viewer ?? 0] ?? null;
  }

  get ownInFront(): boolean {
    return this.shownSeat !== null && this.shownSeat.seat === this.view?.viewer;
  }

  get preview(): Preview | null {
    return this.view && previewOf(this.view, this.plan);
  }

  /** Why the card taken up cannot be laid with this side up. */
  get unpaid(): Refusal | null {
    return this.view && this.plan && unpaid(this.view, this.plan.card, this.plan.side);
  }

  /** Whether an action waits for an answer. */
  get sending(): boolean {
    return this.store.version < this.due;
  }

  /** Whether a placement can be planned now. */
  get thinking(): boolean {
    return this.view !== null && mayPlan(this.view) && !this.sending;
  }

  /** Whether that is for a later turn. */
  get ahead(): boolean {
    return this.thinking && this.view !== null && !isAwaited(this.view);
  }

  /** The plan, once it has a cell. */
  get placement(): Placement | null {
    const { plan } = this;
    return plan?.cell ? { ...plan, cell: plan.cell } : null;
  }

  /** The plans to store. */
  get noted(): readonly Noted[] {
    return [...this.kept.list, ...(this.plan ? [{ ...this.plan, letter: null }] : [])];
  }

  get asked(): Asked {
    const { view } = this;
    if (!view || view.phase === 'over') return 'over';
    if (!isAwaited(view) || this.sending) return 'wait';
    if (view.phase !== 'place') return view.phase;
    if (!this.plan) return 'card';
    if (!this.plan.cell) return 'cell';
    return this.short || endsWithPlacement(view) ? 'confirm' : 'source';
  }

  get sources(): readonly Source[] {
    return this.view && (this.asked === 'source' || this.asked === 'draw') ? sourcesOf(this.view) : [];
  }

  sideOf(card: CardId): Side {
    return this.turned.has(card) ? 'back' : 'front';
  }

  /** Take up a hand card, or put it back. */
  take(card: CardId): void {
    this.hush();
    this.focus = null;
    if (this.plan?.card === card && !this.plan.cell) this.plan = null;
    else this.lift(card);
  }

  /** Turn a hand card over; a card already planned keeps its cell if it can. */
  flip(card: CardId): void {
    const side = other(this.sideOf(card));
    this.turn(card, side);
    this.hush();
    if (this.plan?.card === card || !this.plan) this.lift(card, side, this.plan?.cell ?? null);
  }

  /** Lay the card taken up on `cell`, as a plan; again on the same cell puts nothing new. */
  lay(cell: Cell): void {
    const { view, plan } = this;
    this.hush();
    if (!view || !plan) return;
    if (plan.cell && sameCell(plan.cell, cell)) return;
    const next = { ...plan, cell };
    if (previewOf(view, next)) this.plan = next;
    else this.reason = unpaid(view, plan.card, plan.side) ?? blockedAt(view, cell);
  }

  /** Undo one step: remove the card from the codex, then put it down. */
  back(): boolean {
    this.hush();
    if (!this.plan) return false;
    this.plan = this.plan.cell ? { ...this.plan, cell: null } : null;
    return true;
  }

  /** Keep the plan for comparison, or drop it if it is kept already. */
  keep(): { readonly letter: Letter; readonly kept: boolean } | null {
    const { placement } = this;
    if (!placement) return null;
    this.hush();
    const old = this.kept.letterOf(placement);
    const letter = old ?? this.kept.add(placement);
    if (old) this.kept.drop(old);
    else if (letter) this.plan = { ...placement, cell: null };
    return letter && { letter, kept: !old };
  }

  /** Restore a kept placement as the plan. */
  pick(letter: Letter): void {
    const one = this.kept.findNamed(letter);
    if (!one || !this.thinking) return;
    this.hush();
    this.focus = null;
    this.pickUp(one);
  }

  ask(cell: Cell): void {
    this.reason = this.view && blockedAt(this.view, cell);
  }

  /** Confirm the turn by taking a card. */
  async draw(source: Source): Promise<boolean> {
    if (!this.sources.includes(source)) return false;
    if (this.asked === 'draw') return this.send([{ type: 'draw', source }]);
    return this.placement ? this.send(turnOf(this.placement, source)) : false;
  }

  /** Confirm a turn that ends with its placement. */
  async confirm(): Promise<boolean> {
    if (this.asked !== 'confirm' || !this.placement) return false;
    return this.send(turnOf(this.placement, null));
  }

  async choose(action: Action): Promise<boolean> {
    return this.asked === 'side' || this.asked === 'objective' ? this.send([action]) : false;
  }

  /** Handle a new View: the valid part of the plan stays, or the reason is noted. */
  refresh(): void {
    const { view, plan } = this;
    if (!view) return;
    const [loss] = [...(plan ? [plan] : []), ...this.kept.list].flatMap((one) => lossOf(one, view) ?? []);
    if (loss && !this.sent) this.lost = loss;
    this.plan = surviving(plan, view);
    this.kept.retain((one) => previewOf(view, one) !== null);
    if (this.waited && isAwaited(view)) this.stands = this.placement !== null;
    this.waited = !isAwaited(view);
    this.sent &&= this.sending;
  }

  /** Restore the valid part of the plan `noted` before. */
  resume(noted: readonly Noted[]): void {
    const { view } = this;
    if (!view || this.plan) return;
    for (const { card, side, cell, letter } of noted) {
      const plan = surviving({ card, side, cell }, view);
      if (plan && !letter) this.pickUp(plan);
      else if (plan?.cell) this.kept.add({ ...plan, cell: plan.cell }, letter);
    }
  }

  /** Hold `card`, as it lies or with `side` up, over `cell` if it can lie there. */
  lift(card: CardId, side: Side = this.sideOf(card), cell: Cell | null = null): void {
    const { view } = this;
    if (!view || !mayPlan(view)) return;
    const plan = { card, side, cell };
    this.plan = cell && !previewOf(view, plan) ? { ...plan, cell: null } : plan;
  }

  private pickUp({ card, side, cell }: Plan): void {
    this.turn(card, side);
    this.lift(card, side, cell);
  }

  private turn(card: CardId, side: Side): void {
    if (side === 'back') this.turned.add(card);
    else this.turned.delete(card);
  }

  /** Clear messages at the reader's next action. */
  private hush(): void {
    this.reason = null;
    this.lost = null;
    this.stands = false;
  }

  private async send(actions: readonly Action[]): Promise<boolean> {
    this.due = Infinity;
    this.sent = true;
    this.hush();
    const answer = await this.store.act(actions);
    const done = answer.type === 'done';
    this.due = done ? answer.version : 0;
    if (done) this.kept.retain(() => false);
    else this.sent = false;
    this.refresh();
    return done;
  }
}

const sessions = new WeakMap<TableStore, Session>();

/** The session of this table; drawn and in words it has the same plan. */
export function sessionOf(store: TableStore): Session {
  const session = sessions.get(store) ?? new Session(store);
  sessions.set(store, session);
  return session;
}
