import { notify, showRefusal } from '../base/announce.svelte';
import type { BlockedPerson } from '../net/types';
import { listBlocked, faultOf } from './api';

/** State of a form that reports and blocks: whether it is busy, and the people its user has blocked. */
export class Complaints {
  busy = $state(false);
  kept = $state.raw<readonly BlockedPerson[]>([]);

  /** Refetch the blocked people; empty if unknown. */
  again = async (): Promise<void> => {
    this.kept = await listBlocked().catch(() => []);
  };

  /** Do something and announce the outcome: `done`, or why it was refused. */
  async doing(work: () => Promise<unknown>, done: string): Promise<void> {
    this.busy = true;
    try {
      await work();
      if (done) notify(done);
      await this.again();
    } catch (error) {
      showRefusal(faultOf(error));
    } finally {
      this.busy = false;
    }
  }
}
