/** The sounds of the table, made on the spot: paper that is laid or slides, a small bell when it is one's turn. */
import type { StepTold } from '../net/types';
import { settings } from './settings.svelte';

export type Sound = 'lay' | 'slide' | 'turn' | 'end';

/** What is to be heard of `steps` by whoever has the seat `viewer`. */
export function soundsOf(steps: readonly StepTold[], viewer: number | null): readonly Sound[] {
  const heard = new Set<Sound>();
  for (const { events } of steps) {
    for (const event of events) {
      if (event.type === 'card_placed' || event.type === 'starter_laid') heard.add('lay');
      if (event.type === 'card_drawn' || event.type === 'card_taken' || event.type === 'tybor_acted')
        heard.add('slide');
      if (event.type === 'turn_began' && viewer !== null && event.seat === viewer) heard.add('turn');
      if (event.type === 'game_ended') heard.add('end');
    }
  }
  if (heard.has('end')) heard.delete('turn');
  return [...heard];
}

let audio: AudioContext | null = null;

/** Let `sounds` be heard one after the other, if the reader asked for sounds. */
export function sound(sounds: readonly Sound[]): void {
  if (!settings.sound || !sounds.length || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const context = audio;
  // A page that nobody has touched yet stays silent: browsers want it so.
  void context.resume().then(() => sounds.forEach((each, index) => make(context, each, index * 0.18)));
}

function make(context: AudioContext, which: Sound, after: number): void {
  const at = context.currentTime + after;
  if (which === 'lay') return rustle(context, at, 0.09, 900, 0.5);
  if (which === 'slide') return rustle(context, at, 0.22, 2600, 0.16);
  const notes = which === 'turn' ? [659] : [523, 659, 784];
  notes.forEach((pitch, index) => bell(context, at + index * 0.16, pitch));
}

/** Paper: noise through a narrow door that closes. */
function rustle(context: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  buffer.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
  const source = new AudioBufferSourceNode(context, { buffer });
  const door = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  source.connect(door).connect(fading(context, at, length, loud));
  source.start(at);
}

function bell(context: AudioContext, at: number, pitch: number): void {
  const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch });
  tone.connect(fading(context, at, 0.9, 0.12));
  tone.start(at);
  tone.stop(at + 0.9);
}

function fading(context: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}
