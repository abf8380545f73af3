import { announce } from '../../base/announce.svelte';
import type { AdvisedMark, Outline } from '../../codex/config';
import { sameCell } from '../../codex/geometry';
import { advisedOf, takenBy } from '../../game/advised';
import { isAwaited } from '../../game/plan';
import type { Scored } from '../../game/why';
import { planWords } from '../../game/words';
import type { Advice } from '../../net/teach';
import type { TableUi } from './table-ui.svelte';

/** The sheet beside the codex, one at a time: the teacher's advice, or the explanation of a score. */
export class SidePanel {
  /** Whether the teacher is asked. */
  asking = $state(false);
  /** Its advice, as marks on the codex. */
  advised = $state.raw<readonly AdvisedMark[] | null>(null);
  /** The score whose sums are laid out. */
  why = $state.raw<Scored | null>(null);
  /** The one sum of it that is pointed at. */
  pointed = $state.raw<readonly Outline[] | null>(null);
  private advice = $state.raw<readonly Advice[]>([]);
  /** The advice that was planned: its card of the market stays marked as long as the plan does. */
  private followed = $state.raw<Advice | null>(null);

  /** Whether the teacher may be asked now. */
  readonly canAsk = $derived.by(() => {
    const { store, view, session } = this.desk;
    return store.table?.hints === true && view !== null && isAwaited(view) && !session.sending;
  });

  /** Whether the plan is still the advised one. */
  private readonly following = $derived.by(() => {
    const [place] = this.followed?.turn ?? [];
    const { placement } = this.desk.session;
    if (place?.type !== 'place' || !placement) return false;
    return place.card === placement.card && place.side === placement.side && sameCell(place.cell, placement.cell);
  });

  /** The places of the market that the advice takes from. */
  readonly slots = $derived(
    this.asking ? takenBy(this.advice) : takenBy(this.following ? this.advice : [], this.followed),
  );

  constructor(private readonly desk: TableUi) {}

  get open(): boolean {
    return this.asking || this.why !== null;
  }

  ask(): void {
    if (!this.canAsk) return;
    this.desk.session.focus = null;
    this.why = null;
    this.asking = true;
  }

  /** Handle the teacher's answer. */
  takeAdvice(turns: readonly Advice[]): void {
    this.advice = turns;
    this.advised = advisedOf(turns);
  }

  /** Plan the advised placement; drawing is left to the player. */
  follow(chosen: Advice): void {
    const [place] = chosen.turn;
    const { session } = this.desk;
    this.dismiss();
    this.followed = chosen;
    if (place?.type !== 'place') return;
    session.lift(place.card, place.side, place.cell);
    if (session.preview) announce(planWords(session.preview));
    if (this.desk.byKeys) this.desk.leadOn();
  }

  /** Stop asking the teacher. */
  dismiss(): void {
    this.asking = false;
    this.advised = null;
  }

  explain(scored: Scored | null): void {
    if (scored && 'seat' in scored && scored.seat !== null) this.desk.bring(scored.seat);
    this.pointed = null;
    this.dismiss();
    this.why = scored;
  }

  close(): void {
    this.dismiss();
    this.why = null;
  }
}
