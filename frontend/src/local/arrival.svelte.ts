/** Download progress of this device's engine. */
class Arrival {
  /** Fraction loaded, 0 to 1; null when nothing is being loaded. */
  part = $state<number | null>(null);
  /** Why it is unavailable here; null if it is available. */
  failure = $state<string | null>(null);
}

export const arrival = new Arrival();
