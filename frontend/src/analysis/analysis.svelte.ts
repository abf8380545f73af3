import { here, pushPlace } from '../base/place';
import { pageUrl } from '../base/addresses';
import { Latest } from '../base/latest';
import { TableStore } from '../net/table.svelte';
import type { PositionChange } from '../net/teach';
import type { Act, SoloLevel, View } from '../net/types';
import { Recorded } from '../record/recorded';
import { tableFor } from '../record/table';
import { fetchWords } from 'virtual:words/analysis';
import { advise, analyse, beginSetUp, changePosition } from './api';

/** A position on the table: each change is a code of its own in the history of the browser. */
export class Analysis {
  code = $state('');
  view = $state.raw<View | null>(null);
  store = $state.raw<TableStore | null>(null);
  failure = $state.raw<unknown>(null);
  private readonly asked = new Latest();

  constructor(private readonly nameOf: (seat: number) => string) {}

  /** Show the position in the address, or an initial one. */
  async arrive(): Promise<void> {
    const code = here().hash;
    if (code) await this.show(code);
    else await this.begin(2, null);
  }

  /** Show another position, so that the browser's way back leads to this one. */
  async go(code: string): Promise<void> {
    if (await this.show(code)) pushPlace(`${pageUrl('analysis')}#${this.code}`);
  }

  begin(seats: number, solo: SoloLevel | null): Promise<void> {
    return this.change(() => beginSetUp(seats, solo));
  }

  alter(...changes: readonly PositionChange[]): Promise<void> {
    return this.change(async () => {
      let { code } = this;
      for (const change of changes) code = await changePosition(code, change);
      return code;
    });
  }

  close(): void {
    this.asked.begin();
    this.store?.close();
  }

  private async change(next: () => Promise<string>): Promise<void> {
    try {
      await this.go(await next());
    } catch (error) {
      this.failure = error;
    }
  }

  private async show(code: string): Promise<boolean> {
    const counts = this.asked.begin();
    this.failure = null;
    try {
      const [answer] = await Promise.all([analyse(code), fetchWords()]);
      if (!counts()) return false;
      this.code = answer.code;
      this.view = answer.view;
      this.store?.close();
      this.store = this.tableWith(answer.view);
      return true;
    } catch (error) {
      await fetchWords().catch(() => null);
      if (counts()) this.failure = error;
      return false;
    }
  }

  /** A table that shows one view; actions there change the position. */
  private tableWith(view: View): TableStore {
    const table = { ...tableFor('', view, this.nameOf), hints: view.viewer !== null };
    const server = new Recorded({ table, views: [view], turns: [] }, (act) => this.play(view, act), view.viewer);
    return new TableStore({ url: '', token: null, open: () => server.connect(), advise: () => advise(this.code) });
  }

  private play(view: View, { actions }: Act): number | null {
    const place = actions.find((action) => action.type === 'place');
    if (place?.type !== 'place' || view.viewer === null) return null;
    const { card, side, cell } = place;
    const draw = actions.find((action) => action.type === 'draw');
    const lay: PositionChange = { type: 'lay', seat: view.viewer, card, side, cell };
    void this.alter(
      lay,
      ...(draw?.type === 'draw' ? [{ type: 'take', seat: view.viewer, source: draw.source } as const] : []),
    );
    return 0;
  }
}
