/** Spoiler protection: whether the rest of a game is hidden from its reader. */

import { recallJson, remember } from '../base/memory';

const KEY = 'codex.replay.hide';

function chosenBefore(): boolean | null {
  const found = recallJson(KEY);
  return typeof found === 'boolean' ? found : null;
}

/** The reader's choice; by default it is hidden from readers who did not play the game. */
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
