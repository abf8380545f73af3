/** Whether what is to come in a game is kept from its reader. */

import { recallJson, remember } from '../base/memory';

const KEY = 'codex.replay.hide';

function chosenBefore(): boolean | null {
  const found = recallJson(KEY);
  return typeof found === 'boolean' ? found : null;
}

/** As the reader has chosen; until then, who has not played the game is not told how it goes on. */
export class Surprise {
  private chosen = $state<boolean | null>(chosenBefore());

  constructor(private readonly played: boolean) {}

  get kept(): boolean {
    return this.chosen ?? !this.played;
  }
  set kept(hide: boolean) {
    this.chosen = hide;
    remember(KEY, JSON.stringify(hide));
  }
}
