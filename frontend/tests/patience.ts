/** Milliseconds that tests wait for what should come: machines that run them are busy, and it costs nothing where things
 * work. */
export const PATIENCE = 90_000;
