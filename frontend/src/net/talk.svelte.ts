import { untrack } from 'svelte';
import { freshId } from './id';
import type { ClientMessage, Emote, Line, RefusalMessage, Said, Say, Show } from './types';
import { mutes } from './mutes.svelte';

export type Hearing = (lines: readonly Line[]) => void;

/** Lines kept for listeners that subscribe a moment late. */
const WAITING = 5;

/** Chat of one table, as received by this browser. It knows nothing of the game. */
export class Talk {
  lines = $state.raw<readonly Line[]>([]);
  /** Our lines that the server has not confirmed yet. */
  pending = $state.raw<readonly (Say | Show)[]>([]);
  /** Whether the host wants silence. */
  hushed = $state(false);
  /** Our pseudonym; null as long as we have no name. */
  me = $state.raw<string | null>(null);
  /** The last refusal of a line of ours. */
  refusal = $state.raw<RefusalMessage | null>(null);
  /** Refused text of ours, to be edited again. */
  returned = $state.raw('');
  /** Whether the chat is visible to the reader. */
  private shown = $state(false);
  /** The last line that the reader may have seen. */
  private seen = $state(0);
  private hearings: readonly Hearing[] = [];
  /** Lines received before the first listener. */
  private waiting: readonly Line[] = [];
  /** Connections so far. */
  private connections = 0;

  /** `send` returns whether there was a connection. */
  constructor(private readonly send: (message: ClientMessage) => boolean) {}

  /** The lines that the reader has not muted. */
  get heard(): readonly Line[] {
    return this.lines.filter((line) => this.audible(line));
  }

  get unread(): number {
    return this.heard.filter((line) => line.number > this.seen && line.person !== this.me).length;
  }

  get open(): boolean {
    return this.shown;
  }
  set open(open: boolean) {
    this.shown = open;
    this.read();
  }

  say(text: string): void {
    if (text.trim()) this.utter({ type: 'say', id: freshId(), text });
  }

  show(emote: Emote): void {
    this.utter({ type: 'show', id: freshId(), emote });
  }

  /** Ask for silence at the whole table, or end it. */
  hush(hushed: boolean): void {
    this.send({ type: 'hush', hushed });
  }

  /** Subscribe to new lines, and those before the first listener; returns a function that unsubscribes. */
  onLines(hearing: Hearing): () => void {
    this.hearings = [...this.hearings, hearing];
    const waiting = this.waiting;
    this.waiting = [];
    if (waiting.length) untrack(() => hearing(waiting));
    return () => {
      this.hearings = this.hearings.filter((other) => other !== hearing);
    };
  }

  hear({ lines, anew, hushed, me }: Said): void {
    const last = this.lines.at(-1)?.number ?? 0;
    const history = anew && last === 0 && this.connections <= 1;
    this.lines = (anew ? lines : [...this.lines, ...lines]).slice(-100);
    this.hushed = hushed;
    this.me = me;
    const own = lines.filter((line) => line.person === me).map((line) => line.id);
    this.pending = this.pending.filter((mine) => !own.includes(mine.id));
    if (history || this.shown) this.read();
    const added = lines.filter((line) => line.number > last && this.audible(line));
    if (!history && added.length) this.publish(added);
  }

  /** Handle a refusal if it concerns the chat; returns whether it does. */
  takeRefusal(refusal: RefusalMessage): boolean {
    const mine = this.pending.find((said) => said.id === refusal.id);
    if (!mine) return false;
    this.pending = this.pending.filter((said) => said !== mine);
    this.refusal = refusal;
    if (mine.type === 'say') this.returned = mine.text;
    return true;
  }

  /** Handle a new connection: unconfirmed lines are sent again, and count once. */
  resend(): void {
    this.connections++;
    for (const said of this.pending) this.send(said);
  }

  private publish(added: readonly Line[]): void {
    if (!this.hearings.length) this.waiting = [...this.waiting, ...added].slice(-WAITING);
    for (const hearing of this.hearings) hearing(added);
  }

  private utter(said: Say | Show): void {
    this.refusal = null;
    this.pending = [...this.pending, said];
    this.send(said);
  }

  private audible({ person, seat }: Line): boolean {
    return person === this.me || mutes.hears(person, seat === null);
  }

  private read(): void {
    this.seen = this.lines.at(-1)?.number ?? 0;
  }
}
