import { untrack } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { announce } from '../../base/announce.svelte';
import { lead } from '../../base/focus';
import { onceDrawn } from '../../base/deferred';
import { settings } from '../../base/settings.svelte';
import { Viewport } from '../../codex/viewport.svelte';
import { Flights } from '../../game/flights.svelte';
import { motionsOf } from '../../game/motion';
import { sessionOf, type Asked, type Session } from '../../game/session.svelte';
import { sightsOf } from '../../game/sights';
import { eventWords } from '../../game/story';
import { Tidings } from '../../game/tidings.svelte';
import { TyborVoice } from '../../game/tybor.svelte';
import type { TableStore } from '../../net/table.svelte';
import type { CardId, Cell, SeatView, StepMessage, View } from '../../net/types';
import type { Tab } from '../../ui/Tabs.svelte';
import { Ending } from '../end/ending.svelte';

/** The drawing of the codex in front, as far as the desk asks it. */
export interface Drawing {
  cellAt(point: { x: number; y: number }): Cell | null;
  placeOf(cell: Cell): DOMRect;
  focusTargets(): void;
}

/** Where the keyboard is led to when the reader is asked for something. */
const FIRST: Readonly<Partial<Record<Asked, string>>> = {
  side: '[data-choice]',
  objective: '[data-choice]',
  card: '[data-card]',
  source: '[data-source][tabindex="0"]',
  draw: '[data-source][tabindex="0"]',
  confirm: '[data-action="confirm"]',
  over: '#final-title',
};

/** Shared state of one table's screen: the codex in front, motion, and the focus. */
export class TableUi {
  readonly still = (): boolean => settings.reducedMotion;
  readonly session: Session;
  readonly voice = new TyborVoice(this.still);
  readonly viewport = new Viewport(this.still);
  readonly tidings = new Tidings();
  readonly flights: Flights;
  readonly ending: Ending;
  readonly narrow = new MediaQuery('width < 62rem', false);
  /** A tablet held upright has room for the market above whatever tray is open. */
  readonly tall = new MediaQuery('(40rem <= width < 62rem) and (height >= 56rem)', false);

  element = $state<HTMLElement>();
  drawing = $state<Drawing>();
  tab = $state<Tab>('hand');
  /** The objective whose copies are ringed, and counted in the line above. */
  objective = $state<CardId | null>(null);
  help = $state(false);
  /** The card that a line of the story is about, as long as the line is pointed at. */
  pointed = $state.raw<{ readonly seat: number; readonly cell: Cell } | null>(null);
  /** Brief notices to the reader, in the current language. */
  hint = $state.raw<(() => string) | null>(null);
  /** The card of the market that the reader has pointed at before it could be taken. */
  wanted: CardId | null = null;
  /** Whether the keyboard was used last: then the focus goes along from hand to cell to market. */
  byKeys = false;

  constructor(readonly store: TableStore) {
    this.session = sessionOf(store);
    if (store.viewer === null) this.tab = 'market';
    this.flights = new Flights(
      this.still,
      sightsOf(() => ({
        element: this.element,
        front: this.seat?.seat ?? null,
        viewer: this.view?.viewer ?? null,
        placeOf: this.drawing && ((cell) => this.drawing?.placeOf(cell) ?? new DOMRect()),
      })),
    );
    this.ending = new Ending(this.still, () => this.flights.moving);
  }

  get view(): View | null {
    return this.session.view;
  }

  /** The seat whose codex is in front. */
  get seat(): SeatView | null {
    return this.session.shownSeat;
  }

  /** Whether the codex in front is another's, while the reader has one. */
  get elsewhere(): boolean {
    const { view, seat } = this;
    return view !== null && view.viewer !== null && seat !== null && seat.seat !== view.viewer && !this.over;
  }

  /** Bring the reader's codex back to the front. */
  returnHome(): void {
    if (typeof this.view?.viewer === 'number') this.bring(this.view.viewer);
  }

  get setup(): boolean {
    return this.view?.phase === 'side' || this.view?.phase === 'objective';
  }

  /** Whether the game is over for the eye, too. */
  get over(): boolean {
    return this.view?.phase === 'over' && this.ending.open;
  }

  /** How many people, and not bots, sit here. */
  get people(): number {
    return this.store.table?.seats.filter(({ kind }) => kind === 'guest').length ?? 0;
  }

  /** Whether other people or a clock may wait for us: with bots only, nothing of that is fetched. */
  get shared(): boolean {
    const { table } = this.store;
    return table !== null && (table.clock !== null || table.stage === 'closed' || this.people > 1);
  }

  /** Follow the table as long as the component lasts in which this is called. */
  follow(): void {
    $effect(() => {
      void this.store.view;
      untrack(() => this.session.refresh());
    });
    $effect(() => this.openTray());
    // A plan takes room, and leaves it: no cell moves under the finger for that.
    $effect.pre(() => {
      this.viewport.steady = this.session.plan !== null;
      void this.session.plan?.cell;
      this.viewport.stay();
    });
    $effect(() => this.store.onSteps((steps) => this.hear(steps)));
    $effect(() => {
      void this.session.asked;
      return this.byKeys ? this.leadOn() : undefined;
    });
    untrack(() => this.voice.hear(this.store.log, false));
  }

  /** The tray comes that what is asked for lies in. */
  private openTray(): void {
    const { asked } = this.session;
    this.hint = null;
    if (asked === 'card') this.tab = 'hand';
    if (asked === 'source' || asked === 'draw') this.tab = this.tall.current ? 'hand' : 'market';
  }

  private hear(steps: readonly StepMessage[]): void {
    const { store, session } = this;
    this.voice.hear(steps, false);
    this.flights.start(motionsOf(steps, store.viewer, this.wanted));
    this.tidings.hear(steps, store.log, store.viewer);
    if (steps.some(({ events }) => events.some(({ type }) => type === 'game_ended'))) void this.ending.begin();
    const said = steps.flatMap(({ events }) => events.map((event) => eventWords(event, session.people)));
    announce(said.filter(Boolean).join(' '));
  }

  /** Move a lost focus to the next question: a pressed control, or its tray, disappears when done. */
  leadOn(): () => void {
    return lead(() => {
      const selector = FIRST[this.session.asked];
      return selector ? this.find(selector) : null;
    });
  }

  /** Focus the control of the current question; returns whether there is one. */
  begin(): boolean {
    const selector = FIRST[this.session.asked];
    const found = selector ? this.find(selector) : null;
    found?.focus();
    return found !== null;
  }

  focusOn(selector: string): void {
    onceDrawn(() => this.find(selector)?.focus());
  }

  focusTargets(): void {
    onceDrawn(() => this.drawing?.focusTargets());
  }

  private find(selector: string): HTMLElement | null {
    return this.element?.querySelector<HTMLElement>(selector) ?? null;
  }

  /** Put the codex of a seat in front. */
  bring(number: number): void {
    const { view } = this;
    if (!view?.seats[number]) return;
    this.session.focus = number === view.viewer ? null : number;
    this.objective = null;
  }
}
