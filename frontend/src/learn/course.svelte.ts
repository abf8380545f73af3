import { sameCell } from '../codex/geometry';
import { TableStore } from '../net/table.svelte';
import type { Act, CardId, Cell, Source } from '../net/types';
import { blockedAt } from '../game/plan';
import { Session } from '../game/session.svelte';
import { Recorded, type Tale } from '../record/recorded';
import { LESSONS, type Goal, type Lesson, type Planned, type Step } from './steps';

/** Action off the path of a lesson: legal, but not the task. */
export type Astray = 'card' | 'side' | 'cell' | 'source' | null;

/** One learner on the way through the lessons. The Views have the legal actions, the steps the tasks. */
export class Course {
  index = $state(0);
  /** Whether the task is done, and there is something to read. */
  done = $state(false);
  /** The objective whose copies are shown. */
  objective = $state<CardId | null>(null);
  session = $state.raw<Session>() as Session;
  readonly store: TableStore;
  private readonly server: Recorded;
  /** The last source that was touched and is not meant. */
  private wrong = $state<Source | null>(null);

  constructor(
    tale: Tale,
    private readonly steps: readonly Step[],
  ) {
    this.server = new Recorded(tale, (act) => this.follow(act));
    this.store = new TableStore({ url: '', token: null, open: () => this.server.connect() });
    this.session = new Session(this.store);
  }

  get step(): Step {
    const step = this.steps[this.index];
    if (!step) throw new RangeError(`there is no step ${this.index}`);
    return step;
  }

  /** Counted from 1. */
  get number(): number {
    return LESSONS.indexOf(this.step.lesson) + 1;
  }

  get last(): boolean {
    return this.index === this.steps.length - 1;
  }

  /** Whether the learner says when to go on. */
  get waits(): boolean {
    return this.step.goal.do === 'read' || this.done;
  }

  /** The cell that is to be ringed. */
  get ringed(): Cell | null {
    const { goal } = this.step;
    return goal.do === 'lay' ? goal.cell : null;
  }

  get astray(): Astray {
    const { goal } = this.step;
    const { plan } = this.session;
    if (this.wrong) return 'source';
    if (!plan || goal.do === 'read' || goal.do === 'ask' || goal.do === 'take' || goal.do === 'look') return null;
    if (plan.card !== goal.card) return 'card';
    if (goal.do === 'flip' || !plan.cell) return goal.do === 'lay' && plan.side !== goal.side ? 'side' : null;
    if (goal.do === 'lay') return plan.side !== goal.side ? 'side' : sameCell(plan.cell, goal.cell) ? null : 'cell';
    return null;
  }

  /** The plan, the question or the look has changed: check whether the task is done. */
  notice(): void {
    if (this.done) return;
    const { goal, pause } = this.step;
    if (goal.do === 'take') {
      if (!this.session.sending && !this.checkPlan(goal.plan)) this.index -= 1;
      return;
    }
    if (!this.isMet(goal)) return;
    if (pause) this.done = true;
    else this.advance();
  }

  /** Take a card, if it is the expected one. */
  async take(source: Source): Promise<boolean> {
    const { goal } = this.step;
    const meant = goal.do === 'take' && goal.source === source;
    this.wrong = meant || goal.do !== 'take' ? null : source;
    return meant ? this.session.draw(source) : false;
  }

  /** Go on after reading. */
  next(): void {
    this.session.plan = null;
    this.advance();
  }

  /** Complete the step, and go on. */
  skip(): void {
    const { goal } = this.step;
    if (goal.do === 'flip' && this.session.sideOf(goal.card) !== goal.side) this.session.flip(goal.card);
    if (goal.do === 'flip' || goal.do === 'lift') this.session.lift(goal.card, goal.side);
    if (goal.do === 'lay') this.session.lift(goal.card, goal.side, goal.cell);
    if (goal.do === 'take') this.session.plan = null; // it is carried out, not lost
    if (this.step.pause) this.next();
    else this.advance();
    this.server.show(this.step.view);
    this.session.refresh();
  }

  /** Begin another lesson. */
  begin(lesson: Lesson): void {
    this.session = new Session(this.store);
    this.arrive(this.steps.findIndex((step) => step.lesson === lesson));
    this.server.show(this.step.view);
  }

  close(): void {
    this.store.close();
  }

  private isMet(goal: Goal): boolean {
    const { session } = this;
    switch (goal.do) {
      case 'ask':
        return (
          session.reason !== null && session.view !== null && session.reason === blockedAt(session.view, goal.cell)
        );
      case 'lift':
        return session.plan?.card === goal.card && session.plan.side === goal.side;
      case 'flip':
        return session.sideOf(goal.card) === goal.side;
      case 'lay':
        return this.checkPlan(goal);
      case 'look':
        return this.objective === goal.objective;
      default:
        return false;
    }
  }

  private checkPlan({ card, side, cell }: Planned): boolean {
    const { plan } = this.session;
    return plan?.card === card && plan.side === side && plan.cell !== null && sameCell(plan.cell, cell);
  }

  private advance(): void {
    if (this.last) return;
    this.arrive(this.index + 1);
    const { goal } = this.step;
    if (goal.do !== 'take') this.server.show(this.step.view);
  }

  private arrive(index: number): void {
    const { lesson } = this.step;
    this.index = index;
    this.done = false;
    this.wrong = null;
    // Its copies are ringed, and all else stands back, only while the lesson speaks of it.
    if (this.step.lesson !== lesson || !['look', 'read'].includes(this.step.goal.do)) this.objective = null;
  }

  /** The expected turn leads on to the View of the next step. */
  private follow({ actions }: Act): number | null {
    const { goal } = this.step;
    const [place, draw] = actions;
    const wanted =
      goal.do === 'take' &&
      place?.type === 'place' &&
      this.checkPlan(goal.plan) &&
      draw?.type === 'draw' &&
      draw.source === goal.source;
    if (!wanted) return null;
    this.arrive(this.index + 1);
    return this.step.view;
  }
}
