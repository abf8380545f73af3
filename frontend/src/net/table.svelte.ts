import { Talk } from './talk.svelte';
import { changed } from './patch';
import { freshId } from './id';
import { Link } from './link';
import { Outbox, type Answer } from './outbox';
import { witness } from './witness';
import type {
  Act,
  Action,
  ClientMessage,
  ClockMessage,
  RefusalMessage,
  ServerMessage,
  StepMessage,
  TableInfo,
  StepsMessage,
  ChangeMessage,
  View,
  Welcome,
} from './types';
import type { HintResponse } from './teach';

export type Status = 'connecting' | 'live' | 'lost' | 'closed';
export type { Answer } from './outbox';
export type Hearing = (steps: readonly StepMessage[]) => void;

/** The clocks of the seats, as they stood at a moment of `performance.now()`. */
export interface Heard {
  readonly seats: readonly ClockMessage[];
  readonly at: number;
}

export interface TableStoreOptions {
  /** Address of the table's socket. */
  url: string;
  /** The guest's token, or a seat's private one; null to watch. */
  token: string | null;
  open?: (url: string) => WebSocket;
  /** Source of advice, if not the server's for this table. */
  readonly advise?: () => Promise<HintResponse>;
}

/** How long an announced version may take before we request it. */
const TIMEOUT = 3_000;

/**
 * One table as visible to this browser, kept up to date by the server. It never judges: the legal actions are in
 * `view`. An action is sent again after every reconnection until it is answered; the server counts it once.
 */
export class TableStore {
  table = $state.raw<TableInfo | null>(null);
  viewer = $state.raw<number | null>(null);
  /** Null until play begins. */
  view = $state.raw<View | null>(null);
  version = $state(0);
  status = $state<Status>('connecting');
  /** Every step received, oldest first, from the first one on. */
  log = $state.raw<readonly StepMessage[]>([]);
  /** The last refusal, until the next action. */
  refusal = $state.raw<RefusalMessage | null>(null);

  /** Number of connections in a row that ended without a welcome. */
  failures = $state(0);
  /** The code with which the server closed the last one; empty if it gave none. */
  closeReason = $state('');

  /** All clocks, and when we received them, by the clock of this page. */
  clocks = $state.raw<Heard>({ seats: [], at: 0 });

  /** Chat of the table. */
  readonly chat = new Talk((message) => this.status === 'live' && this.link.send(message));

  private readonly outbox = new Outbox();
  private hearings: readonly Hearing[] = [];
  private token = $state.raw<string | null>(null);
  private readonly link: Link;
  private fresh = true;
  private behind: ReturnType<typeof setTimeout> | undefined;

  readonly advise: (() => Promise<HintResponse>) | undefined;

  constructor(options: TableStoreOptions) {
    this.token = options.token;
    this.advise = options.advise;
    this.link = new Link(
      options.url,
      {
        greeting: () => this.greeting(),
        heard: (message) => this.hear(message),
        lost: (final, reason) => this.lose(final, reason),
      },
      options.open,
    );
  }

  /** Ask for `actions`, one or a whole turn at once, and wait for the answer, however often the connection fails. */
  act(actions: readonly Action[]): Promise<Answer> {
    this.refusal = null;
    const act: Act = { type: 'act', id: freshId(), seen: this.version, actions };
    if (this.status === 'live') this.link.send(act);
    return this.outbox.add(act);
  }

  /** Subscribe to new steps, to animate them; returns a function that unsubscribes. */
  onSteps(hearing: Hearing): () => void {
    this.hearings = [...this.hearings, hearing];
    return () => {
      this.hearings = this.hearings.filter((other) => other !== hearing);
    };
  }

  /** Whether the table does not open: the server says why, or nothing comes through twice. */
  get failing(): boolean {
    return this.status === 'closed' || (!this.table && (this.closeReason !== '' || this.failures > 1));
  }

  /** Try to connect now, not when the pause is over. */
  retry(): void {
    this.link.renew();
  }

  /** Whether the server knows who we are. */
  get named(): boolean {
    return this.token !== null;
  }

  /** Go on as the guest whose token this is. */
  sign(token: string): void {
    this.token = token;
    this.link.renew();
  }

  close(): void {
    clearTimeout(this.behind);
    this.status = 'closed';
    this.link.close();
  }

  private greeting(): ClientMessage {
    return { type: 'hello', token: this.token, after: this.version, changes: true, previews: true };
  }

  private lose(final: boolean, reason: string): void {
    clearTimeout(this.behind);
    this.failures++;
    this.closeReason = reason;
    if (this.status !== 'closed') this.status = final ? 'closed' : this.fresh ? 'connecting' : 'lost';
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.welcome(message);
      case 'told':
        return this.takeSteps(message);
      case 'change':
        return this.applyChange(message);
      case 'table':
        return this.takeChange(message.table, message.viewer, message.view);
      case 'clocks':
        this.clocks = { seats: message.seats, at: performance.now() };
        return;
      case 'done':
      case 'refused':
        return this.takeAnswer(message);
      case 'said':
        return this.chat.hear(message);
      case 'pong':
        return;
    }
  }

  private welcome(message: Welcome): void {
    this.link.resetDelay();
    this.failures = 0;
    if (message.version < this.version) return this.forget();
    if (this.refusal?.id === null) this.refusal = null;
    this.table = message.table;
    witness(message.table);
    this.viewer = message.viewer;
    const added = this.take(message.missed);
    this.view = message.view;
    this.version = message.version;
    this.status = 'live';
    if (!this.fresh) this.publish(added);
    this.fresh = false;
    for (const act of this.outbox.listUnanswered()) this.link.send(act);
    this.chat.resend();
  }

  private takeSteps({ steps, view }: StepsMessage): void {
    const first = steps.find((step) => step.version > this.version);
    if (!first) return;
    if (first.version > this.version + 1) return this.link.renew();
    const added = this.take(steps);
    this.view = view;
    this.version = added.at(-1)?.version ?? this.version;
    this.publish(added);
  }

  /** Only the view before the first step can be changed; another one is asked for. */
  private applyChange({ steps, change }: ChangeMessage): void {
    const first = steps[0]?.version ?? 0;
    if (first <= this.version) return;
    if (!this.view || first > this.version + 1) return this.link.renew();
    this.takeSteps({ type: 'told', steps, view: changed(this.view, change) });
  }

  private takeChange(table: TableInfo, viewer: number | null, view: View | null): void {
    this.table = table;
    witness(table);
    this.viewer = viewer;
    if (view && (!this.view || table.version === this.version)) this.view = view;
    clearTimeout(this.behind);
    if (table.version > this.version) {
      this.behind = setTimeout(() => table.version > this.version && this.link.renew(), TIMEOUT);
    }
  }

  private takeAnswer(message: Answer): void {
    if (message.type === 'refused' && this.chat.takeRefusal(message)) return;
    if (message.type === 'refused') this.refusal = message;
    this.outbox.takeAnswer(message);
  }

  /** Append the new ones of `steps` to the log, and return them. */
  private take(steps: readonly StepMessage[]): readonly StepMessage[] {
    const last = this.log.at(-1)?.version ?? 0;
    const added = steps.filter((step) => step.version > last);
    if (added.length) this.log = [...this.log, ...added];
    return added;
  }

  private publish(added: readonly StepMessage[]): void {
    if (added.length) for (const hearing of this.hearings) hearing(added);
  }

  /** The server knows less than we do (its data was set back): discard our state. */
  private forget(): void {
    this.log = [];
    this.version = 0;
    this.fresh = true;
    this.link.renew();
  }
}
