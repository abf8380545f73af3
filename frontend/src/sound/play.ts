/** Let the table be heard. Loaded by those who ask for sounds, and by nobody else. */
import { settings } from '../base/settings.svelte';
import type { StepTold } from '../net/types';
import { heardOf, type Heard } from './heard';
import { PLAY } from './instruments';

let room: { readonly context: AudioContext; readonly out: GainNode } | null = null;

/** The one room all sounds are made in, with a lid that keeps several at once from growing loud. */
function open(): NonNullable<typeof room> {
  if (room) return room;
  const context = new AudioContext();
  const out = new GainNode(context);
  out.connect(new DynamicsCompressorNode(context)).connect(context.destination);
  room = { context, out };
  return room;
}

/** Play these sounds, if the reader wants any. A page that nobody has touched stays silent: browsers want it so. */
export async function play(heard: readonly Heard[]): Promise<void> {
  if (!settings.sound || !heard.length || typeof AudioContext === 'undefined') return;
  const { context, out } = open();
  await context.resume();
  // Ears hear loudness in steps of proportion.
  out.gain.value = settings.volume ** 2;
  for (const { sound, after, times } of heard) PLAY[sound](context, out, context.currentTime + after, times);
}

/** Play what `steps` sound like to whoever has the seat `viewer`. */
export const hear = (steps: readonly StepTold[], viewer: number | null): Promise<void> => play(heardOf(steps, viewer));

/** Each sound once, for those who set the volume. */
export const sample = (): Promise<void> =>
  play([
    { sound: 'slide', after: 0, times: 1 },
    { sound: 'lay', after: 0.4, times: 1 },
    { sound: 'point', after: 0.6, times: 3 },
    { sound: 'turn', after: 1.1, times: 1 },
  ]);
