import { TableStore } from '../net/table.svelte';
import type { TableInfo } from '../net/types';
import { Recorded } from '../learn/recorded';
import { tryTurn } from './api';
import type { Exercise, Tried } from './types';

/** A moment of a finished game at a table of its own: what is played there goes to the teacher, and comes back judged. */
export class Practice {
  readonly store: TableStore;
  tried = $state.raw<Tried | null>(null);
  comparing = $state(false);
  failure = $state.raw<unknown>(null);

  constructor(
    readonly exercise: Exercise,
    private readonly table: TableInfo,
  ) {
    const { view, seat } = exercise;
    const info: TableInfo = { ...table, stage: 'playing', hints: false, rematch: null, version: 0 };
    const server = new Recorded(
      { table: info, views: [view], told: [] },
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
    this.comparing = true;
    this.tried = null;
    this.failure = null;
    try {
      this.tried = await tryTurn(this.table.id, this.exercise.version, turn);
    } catch (error) {
      this.failure = error;
    } finally {
      this.comparing = false;
    }
  }
}
