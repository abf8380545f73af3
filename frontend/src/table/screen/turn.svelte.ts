import { announce } from '../../base/announce.svelte';
import { sameCell } from '../../codex/geometry';
import { placementName } from '../../game/compare';
import type { Letter } from '../../game/kept.svelte';
import { motionToPlan, motionsOfDraw } from '../../game/motion';
import { faceUp } from '../../game/plan';
import type { Session } from '../../game/session.svelte';
import { planWords } from '../../game/words';
import { phrases, t } from '../../i18n/index.svelte';
import type { CardId, Cell, Source } from '../../net/types';
import { cue } from '../../sound/cue';
import type { SidePanel } from './side-panel.svelte';
import type { TableUi } from './table-ui.svelte';
import { Holding } from '../desk/holding.svelte';

const MARKET = '[data-source][tabindex="0"]';

/**
 * The reader's steps in a turn, from the hand to the market: each changes the plan, and is animated, heard and
 * announced.
 */
export class Turn {
  readonly holding: Holding;

  constructor(
    private readonly desk: TableUi,
    private readonly aside: SidePanel,
  ) {
    this.holding = new Holding({
      session: () => this.session,
      cellAt: (at) => desk.drawing?.cellAt(at),
      lay: (cell) => this.lay(cell),
    });
  }

  private get session(): Session {
    return this.desk.session;
  }

  /** End animations, brief notices and the sheet beside the codex at the next action. */
  private goOn(): void {
    this.aside.close();
    this.desk.flights.end();
    this.desk.tidings.hush();
  }

  pick(card: CardId): void {
    const { desk, session } = this;
    this.goOn();
    session.take(card);
    if (session.plan) cue('lift');
    if (desk.byKeys && session.plan) desk.focusTargets();
  }

  /** Lay the card taken up on `cell`; without one, plan again what is kept there. */
  lay(cell: Cell): void {
    const { desk, session } = this;
    const card = session.plan?.card;
    if (card !== undefined) return this.layCard(card, cell);
    const kept = session.kept.list.find((one) => sameCell(one.cell, cell));
    if (kept) this.recall(kept.letter);
    else desk.hint = session.asked === 'card' ? () => t('table.guide.choose_first') : null;
  }

  private layCard(card: CardId, cell: Cell): void {
    const { desk, session } = this;
    this.goOn();
    session.lay(cell);
    const { preview } = session;
    if (!preview) return;
    cue('lay');
    if (!this.holding.held && desk.seat)
      desk.flights.start([motionToPlan(card, session.sideOf(card), desk.seat.seat, cell)]);
    announce(planWords(preview));
    if (desk.byKeys && session.asked === 'source') desk.focusOn(MARKET);
  }

  /** Take a card of the market; before the placement only remember which one is wanted. */
  async take(source: Source): Promise<void> {
    const { desk, session } = this;
    const { view } = desk;
    if (!session.sources.includes(source)) {
      desk.wanted = view && faceUp(view, source);
      desk.hint = ['card', 'cell'].includes(session.asked) ? () => t('table.guide.place_first') : null;
      if (desk.narrow.current && !desk.tall.current) desk.tab = 'market';
      return;
    }
    desk.objective = null;
    desk.wanted = null;
    this.goOn();
    if (view) desk.flights.start(motionsOfDraw(view, source));
    await session.draw(source);
  }

  back(): void {
    const { desk, session } = this;
    const card = session.plan?.card;
    const laid = Boolean(session.plan?.cell);
    session.back();
    if (desk.byKeys && laid) desk.focusTargets();
    else if (desk.byKeys) desk.focusOn(`[data-card="${card}"]`);
    desk.tab = 'hand';
  }

  /** Keep the plan for comparison, or drop it. */
  keep(): void {
    const { desk, session } = this;
    const { placement } = session;
    const done = session.keep();
    if (!done) {
      if (placement) announce((desk.hint = () => t('compare.full'))());
      return;
    }
    const { letter, kept } = done;
    announce(t(kept ? 'compare.done' : 'compare.dropped', { letter }));
    if (kept) desk.tab = 'hand';
    if (desk.byKeys && kept) desk.focusTargets();
  }

  /** Restore a kept plan. */
  recall(letter: Letter | undefined): void {
    const { session } = this;
    if (!letter) return;
    session.pick(letter);
    const { preview, placement } = session;
    if (preview && placement) announce(phrases([placementName(placement, letter), planWords(preview)]));
  }

  /** Restore the next kept plan. */
  next(): void {
    const { kept, placement } = this.session;
    this.recall(kept.after(placement && kept.letterOf(placement))?.letter);
  }

  drop(letter: Letter): void {
    this.session.kept.drop(letter);
    announce(t('compare.dropped', { letter }));
    this.desk.focusOn('.compare [data-pick], [data-card][tabindex="0"]');
  }
}
