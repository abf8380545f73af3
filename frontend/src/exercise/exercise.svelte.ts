import { Latest } from '../base/latest';
import { TableStore } from '../net/table.svelte';
import { Recorded } from '../record/recorded';
import type { Origin } from '../record/api';
import { tableFor } from '../record/table';
import { tryTurn } from '../teacher/api';
import type { Exercise, Tried } from '../net/teach';

/** A position of a finished game at its own table: turns played there go to the teacher, and come back judged. */
export class Practice {
  readonly store: TableStore;
  tried = $state.raw<Tried | null>(null);
  comparing = $state(false);
  failure = $state.raw<unknown>(null);
  private readonly turns = new Latest();

  constructor(
    readonly exercise: Exercise,
    private readonly origin: Origin,
    nameOf: (seat: number) => string,
  ) {
    const { view, seat } = exercise;
    const server = new Recorded(
      { table: tableFor('', view, nameOf), views: [view], turns: [] },
      ({ actions }) => {
        void this.compare(actions);
        return 0;
      },
      seat,
    );
    this.store = new TableStore({ url: '', token: null, open: () => server.connect() });
  }

  close(): void {
    this.store.close();
  }

  private async compare(turn: Exercise['view']['legal']): Promise<void> {
    const counts = this.turns.begin();
    this.comparing = true;
    this.tried = null;
    this.failure = null;
    try {
      const tried = await tryTurn(this.origin, this.exercise.version, turn);
      if (counts()) this.tried = tried;
    } catch (error) {
      if (counts()) this.failure = error;
    } finally {
      if (counts()) this.comparing = false;
    }
  }
}
