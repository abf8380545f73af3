import { Latest } from '../base/latest';
import { Recorded } from '../record/recorded';
import { TableStore } from '../net/table.svelte';
import type { Action, View } from '../net/types';
import { tableFor } from '../record/table';
import { sessionOf, type Session } from '../game/session.svelte';
import { answerAt, explainedAt, hintAt } from './api';
import { marks } from './marks.svelte';
import type { Answered, Explained, PuzzleHint, PuzzleResponse } from './types';

/** The moment without what the table counts otherwise: that is for the reader to do. */
export function withoutCounts(view: View): View {
  const previews = view.previews.map((preview) => ({
    ...preview,
    points: null,
    objectives: [],
    uncounted: true as const,
  }));
  return { ...view, previews };
}

/** A puzzle at its own table: actions there go to the server, which says whether they are the answer. */
export class Attempt {
  readonly store: TableStore;
  readonly session: Session;
  answered = $state.raw<Answered | null>(null);
  hint = $state.raw<PuzzleHint | null>(null);
  explained = $state.raw<Explained | null>(null);
  judging = $state(false);
  failure = $state.raw<unknown>(null);
  private readonly answers = new Latest();

  constructor(
    readonly puzzle: PuzzleResponse,
    name: string,
    /** The day whose puzzle this is, if it is one of today. */
    private readonly day: string | null,
  ) {
    const { view, info } = puzzle;
    const server = new Recorded(
      {
        table: tableFor(info.id, view, (seat) => (seat === view.viewer ? name : null)),
        views: [withoutCounts(view)],
        turns: [],
      },
      ({ actions }) => {
        void this.judge(actions);
        return 0;
      },
      view.viewer ?? 0,
    );
    this.store = new TableStore({ url: '', token: null, open: () => server.connect() });
    this.session = sessionOf(this.store);
    this.session.short = info.turns === 1;
  }

  get view(): View {
    return this.puzzle.view;
  }

  get solved(): boolean {
    return this.answered?.right === true;
  }

  /** Whether the puzzle is finished. */
  get over(): boolean {
    return this.solved || this.explained !== null;
  }

  close(): void {
    this.store.close();
  }

  /** Say the hint, instead of what was wrong about the last answer. */
  askHint(): Promise<void> {
    return this.trying(async () => {
      this.hint ??= await hintAt(this.puzzle.info.number);
      this.answered = null;
    });
  }

  /** Show the answer: the card lies where it belongs. */
  show(): Promise<void> {
    return this.trying(async () => {
      const { info } = this.puzzle;
      this.explained = await explainedAt(info.number);
      if (!this.solved) marks.see(info.id);
      const [place] = this.explained.answer;
      if (place?.type === 'place') this.session.lift(place.card, place.side, place.cell);
    });
  }

  private judge(turn: readonly Action[]): Promise<void> {
    const counts = this.answers.begin();
    this.answered = null;
    this.judging = true;
    return this.trying(async () => {
      const { info } = this.puzzle;
      const answered = await answerAt(info.number, {
        turn: turn.slice(0, info.turns),
        counted: marks.of(info.id) !== 'seen',
      });
      if (!counts()) return;
      this.answered = answered;
      if (!answered.right) return;
      marks.solve(info.id, this.day);
      await this.show();
    }, counts).finally(() => {
      if (counts()) this.judging = false;
    });
  }

  /** Do `work`, and show its error if that still `counts` by then. */
  private async trying(work: () => Promise<void>, counts = (): boolean => true): Promise<void> {
    this.failure = null;
    try {
      await work();
    } catch (error) {
      if (counts()) this.failure = error;
    }
  }
}
