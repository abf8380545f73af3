import { notify, showRefusal } from '../base/announce.svelte';
import type { BlockedPerson } from '../net/types';
import { listBlocked, faultOf } from './api';

/** State of a form that reports and blocks: whether it is at work, and whom its user has blocked. */
export class Complaints {
  busy = $state(false);
  kept = $state.raw<readonly BlockedPerson[]>([]);

  /** Fetch again who is blocked; nobody, where that cannot be told. */
  again = async (): Promise<void> => {
    this.kept = await listBlocked().catch(() => []);
  };

  /** Do something and say what came of it: `done`, or why it was refused. */
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
