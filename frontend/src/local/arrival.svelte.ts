/** How far the engine of this device has come, for those who wait for it. */
class Arrival {
  /** What part of it has come, 0 to 1; null when nothing is on its way. */
  part = $state<number | null>(null);
  /** Why it cannot be had here; null if it can. */
  failure = $state<string | null>(null);
}

export const arrival = new Arrival();
