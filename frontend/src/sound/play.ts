/** Playback of the table's sounds. Loaded only if they are switched on. */
import { settings } from '../base/settings.svelte';
import type { StepMessage } from '../net/types';
import { ambience } from './ambience';
import { hall } from './hall';
import { heardOf, type Heard, type Sound } from './heard';
import { PLAY } from './instruments';

interface Room {
  readonly context: AudioContext;
  /** Gain set by the reader's volume. */
  readonly loud: GainNode;
  readonly inside: AudioNode;
}
let room: Room | null = null;
/** Full volume leaves this much of it, so that sounds that meet stay below -18 dBFS. */
const HEADROOM = 0.6;
let hush: (() => void) | null = null;

function open(): Room {
  if (room) return room;
  const context = new AudioContext();
  const loud = new GainNode(context);
  loud.connect(context.destination);
  room = { context, loud, inside: hall(context, loud) };
  return room;
}

/** Play these sounds. A page that has not been touched stays silent: browsers want it so. */
async function perform(heard: readonly Heard[]): Promise<void> {
  if (!heard.length || typeof AudioContext === 'undefined') return;
  const { context, loud, inside } = open();
  await context.resume();
  // Ears hear loudness in steps of proportion.
  loud.gain.value = HEADROOM * settings.volume ** 2;
  for (const { sound, after, times } of heard) PLAY[sound](context, inside, context.currentTime + after, times);
  tone();
}

/** Play these sounds, if the reader wants any. */
export const play = async (heard: readonly Heard[]): Promise<void> => (settings.sound ? perform(heard) : undefined);

/** Play what `steps` sound like to the holder of the seat `viewer`. */
export const hear = (steps: readonly StepMessage[], viewer: number | null, staged: boolean): Promise<void> =>
  play(heardOf(steps, viewer, staged));

/** Fill the room, or leave it silent, as the reader wishes. */
export function tone(): void {
  const wanted = settings.sound && settings.room;
  if (wanted && room && !hush) hush = ambience(room.context, room.inside);
  if (!wanted && hush) {
    hush();
    hush = null;
  }
}

const SAMPLE: readonly (readonly [Sound, number, number?])[] = [
  ['page', 0],
  ['lay', 0.5],
  ['quill', 0.75, 3],
  ['coin', 1.2],
  ['turn', 1.5],
];

/** A few sounds as samples, for setting the volume or deciding. */
export const sample = (): Promise<void> =>
  perform(SAMPLE.map(([sound, after, times = 1]) => ({ sound, after, times })));
