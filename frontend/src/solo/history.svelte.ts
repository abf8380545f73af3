import { apiUrl } from '../base/addresses';
import { showRefusal } from '../base/announce.svelte';
import { wordsOf } from '../net/problem';
import { ask } from '../net/http';
import { guestToken } from '../net/guest';
import { SOLO_LEVELS, tallyOf } from './levels';
import type { SoloGame, SoloHistory, SoloTally } from '../net/types';

/** Our solo games, the last first; those before the one at the table `before`. Null if we never were a guest. */
export async function soloHistory(before?: string): Promise<SoloHistory | null> {
  const token = guestToken();
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  return token ? ask<SoloHistory>(apiUrl('mySolo') + query, { token }) : null;
}

/** The server's history of our solo games, as far as it was fetched. */
export class Remembered {
  levels = $state.raw<readonly SoloTally[]>([]);
  games = $state.raw<readonly SoloGame[]>([]);
  more = $state(false);
  /** Whether the server has answered, or there is nothing to ask. */
  known = $state(false);
  /** Whether older games are being fetched. */
  busy = $state(false);

  async look(): Promise<void> {
    const history = await soloHistory().catch(() => null);
    this.known = true;
    if (history) this.take(history, history.games);
  }

  /** Fetch the games before the last one shown; on failure the list stays. */
  async older(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const history = await soloHistory(this.games.at(-1)?.table);
      if (history) this.take(history, [...this.games, ...history.games]);
    } catch (error) {
      showRefusal(wordsOf(error));
    } finally {
      this.busy = false;
    }
  }

  private take(history: SoloHistory, games: readonly SoloGame[]): void {
    this.levels = SOLO_LEVELS.flatMap((level) => tallyOf(history.levels, level) ?? []);
    this.games = games;
    this.more = history.more;
  }
}
