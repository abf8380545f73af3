import { listedTables, myTables, waitingTables } from '../net/api';
import type { TableAnswer, TableInfo } from '../net/types';

const LOOK_EVERY = 5_000;

/** The tables of the lobby, refetched every few seconds while the page is visible. */
export class LobbyTables {
  listed = $state.raw<readonly TableInfo[]>([]);
  mine = $state.raw<readonly TableAnswer[]>([]);
  /** My tables at which it is my turn. */
  waiting = $state.raw<readonly string[]>([]);
  /** Whether the server has answered at all. */
  known = $state(false);

  /** Start polling; returns a function that stops it. */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let watching = true;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') await this.look();
      if (watching) timer = setTimeout(() => void look(), LOOK_EVERY);
    };
    const onReturn = (): void => void look();
    document.addEventListener('visibilitychange', onReturn);
    void look();
    return () => {
      watching = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }

  private async look(): Promise<void> {
    const [listed, mine, waiting] = await Promise.allSettled([listedTables(), myTables(), waitingTables()]);
    if (waiting.status === 'fulfilled') this.waiting = [...waiting.value.tables, ...waiting.value.alone];
    if (mine.status === 'fulfilled') this.mine = mine.value;
    if (listed.status === 'fulfilled') {
      const own = this.mine.map(({ table }) => table.id);
      this.listed = listed.value.filter((table) => !own.includes(table.id));
      this.known = true;
    }
  }
}
