import { listedTables, myTables, waitingTables } from '../net/api';
import type { TableAnswer, TableInfo } from '../net/types';

const LOOK_EVERY = 5_000;

/** The tables that the lobby shows, fetched again every few seconds while the page is looked at. */
export class LobbyTables {
  listed = $state.raw<readonly TableInfo[]>([]);
  mine = $state.raw<readonly TableAnswer[]>([]);
  /** Those of mine in which it is my turn. */
  waiting = $state.raw<readonly string[]>([]);
  /** Whether the server has answered at all. */
  known = $state(false);

  /** Look from now on; returns how to stop. */
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
