/** The reader's finished codices, of solo and other games, as books on a shelf. */
import { apiUrl } from '../base/addresses';
import { titleOf } from '../game/names';
import { t } from '../i18n/index.svelte';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { FinishedCodex, MyGames, SoloHistory } from '../net/types';
import { myGames } from '../people/look';
import { soloHistory } from '../solo/history.svelte';

export interface Tome {
  readonly table: string;
  readonly seat: number;
  readonly title: string;
  readonly points: number;
  readonly won: boolean;
  /** Seconds since 1970. */
  readonly ended: number;
}

/** Books that a shelf holds. */
const FULL = 24;

/** The games as books, the newest first. */
function shelve(games: MyGames | null, solos: SoloHistory | null): Tome[] {
  const many = (games?.finished ?? []).map((game) => ({
    ...{ table: game.table.id, seat: game.viewer, title: titleOf(game) },
    ...{ points: game.points, won: game.won, ended: game.ended },
  }));
  const alone = (solos?.games ?? []).map(({ table, level, points, won, ended }) => ({
    ...{ table, seat: 0, title: t('lobby.vs_tybor', { level: t(`lobby.solo_${level}`) }) },
    ...{ points, won, ended },
  }));
  return [...many, ...alone].sort((a, b) => b.ended - a.ended).slice(0, FULL);
}

/** The best book: most points, then the newest. */
export const bestOf = (tomes: readonly Tome[]): Tome | undefined =>
  [...tomes].sort((a, b) => b.points - a.points || b.ended - a.ended)[0];

export async function myShelf(): Promise<Tome[]> {
  const [games, solos] = await Promise.all([myGames(), soloHistory()]);
  return shelve(games, solos);
}

/** The cards of a finished codex. */
export const codexOf = ({ table, seat }: Tome): Promise<FinishedCodex> =>
  ask(apiUrl('codex', table, seat), { token: guestToken() });
