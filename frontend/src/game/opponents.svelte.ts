import { SERVERLESS } from '../base/place';
import { notify } from '../base/announce.svelte';
import { t } from '../i18n/index.svelte';
import { opponents as ask, prepareOpponents } from '../net/api';
import type { Opponents as OpponentFacts } from '../net/types';
import { botName, needsServer, type Level } from './levels';

const WHILE_PREPARING = 1_000;
const WHILE_UNREADY = 5_000;
const AT_ONCE = 0.5;

/** The server's facts about the opponents, and the progress of their preparation. */
class Opponents {
  private facts = $state.raw<OpponentFacts | null>(null);
  private watching = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted: Level | null = null;

  /** Poll the server from now on; returns a function that stops it. */
  watch(): () => void {
    if (this.watching++ === 0) void this.look();
    return () => {
      if (--this.watching === 0) clearTimeout(this.timer);
    };
  }

  /** Maximum seconds that an opponent thinks about each choice; 0 if it answers at once, null if unknown. */
  secondsOf(level: Level): number | null {
    const seconds = this.info(level)?.seconds;
    if (seconds === undefined) return null;
    return seconds <= AT_ONCE ? 0 : Math.ceil(seconds);
  }

  /** The same as a sentence, or in a few words. */
  promiseOf(level: Level, short = false): string | null {
    const count = this.secondsOf(level);
    if (count === null) return null;
    if (count === 0) return t(short ? 'levels.at_once_short' : 'levels.at_once');
    return t(short ? 'levels.thinks_short' : 'levels.thinks', { count });
  }

  /** Its measured Elo and half its 95 % interval; null for the one that is the zero of the scale, and until it is known. */
  strengthOf(level: Level): { readonly elo: number; readonly error: number } | null {
    const facts = this.info(level);
    return facts?.error ? facts : null;
  }

  /** Progress of an opponent's preparation: 1 if ready, null if it is not being prepared. */
  partOf(level: Level): number | null {
    return this.facts && !this.facts.ready && this.info(level)?.prepares ? this.facts.part : 1;
  }

  /** Whether an opponent can play: none that searches on this device, nor on a server that cannot compile. */
  canPlay(level: Level, here = SERVERLESS): boolean {
    return !(here ? needsServer(level) : this.facts?.available === false && this.info(level)?.prepares);
  }

  /** Prepare an opponent that is about to be played; a failure is not retried. */
  async prepare(level: Level): Promise<void> {
    if (this.partOf(level) !== null || this.wanted) return;
    this.wanted = level;
    await prepareOpponents().then(
      (facts) => this.take(facts),
      () => undefined,
    );
  }

  private info(level: Level): OpponentFacts['levels'][number] | undefined {
    return this.facts?.levels.find(({ bot }) => bot === level);
  }

  private async look(): Promise<void> {
    await ask().then(
      (facts) => this.take(facts),
      () => this.lookAgain(WHILE_UNREADY),
    );
  }

  private take(facts: OpponentFacts): void {
    this.facts = facts;
    if (facts.ready && this.wanted) {
      notify(t('levels.ready', { name: botName(this.wanted) }));
      this.wanted = null;
    }
    if (facts.ready || SERVERLESS) clearTimeout(this.timer);
    else this.lookAgain(facts.part === null ? WHILE_UNREADY : WHILE_PREPARING);
  }

  private lookAgain(after: number): void {
    clearTimeout(this.timer);
    if (this.watching) this.timer = setTimeout(() => void this.look(), after);
  }
}

export const opponents = new Opponents();
