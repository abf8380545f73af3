/** A lute: plucked strings (Karplus and Strong, 1983), and the two cadences that end a game. */

interface Chord {
  /** Hertz, from the lowest string. */
  readonly strings: readonly number[];
  /** Seconds after the first one. */
  readonly after: number;
}

/** In the Dorian mode on D: a subtonic cadence for a win, and one that falls back to the fifth, kindly, for a loss. */
const CADENCES: Readonly<Record<'win' | 'loss', readonly Chord[]>> = {
  win: [
    { strings: [196, 293.7, 392, 493.9], after: 0 },
    { strings: [130.8, 261.6, 329.6, 392], after: 0.55 },
    { strings: [146.8, 220, 293.7, 440, 587.3], after: 1.1 },
  ],
  loss: [
    { strings: [146.8, 220, 293.7, 349.2], after: 0 },
    { strings: [130.8, 196, 261.6, 329.6], after: 0.7 },
    { strings: [110, 220, 261.6, 329.6], after: 1.4 },
  ],
};

const SPREAD_S = 0.045;
const RING_S = 2.2;
const LOUD = 0.04;

/** Play a cadence, each chord spread from its lowest string. */
export function lute(context: BaseAudioContext, out: AudioNode, at: number, cadence: 'win' | 'loss'): void {
  for (const { strings, after } of CADENCES[cadence])
    for (const [i, pitch] of strings.entries()) pluck(context, out, at + after + i * SPREAD_S, pitch);
}

function pluck(context: BaseAudioContext, out: AudioNode, at: number, pitch: number): void {
  const source = new AudioBufferSourceNode(context, { buffer: stringOf(context, pitch) });
  source.connect(new GainNode(context, { gain: LOUD })).connect(out);
  source.start(at);
}

const strung = new Map<string, AudioBuffer>();

/** The sound of a plucked string: noise in a loop, dampened by the mean of two neighbours at each pass. */
function stringOf(context: BaseAudioContext, pitch: number): AudioBuffer {
  const { sampleRate } = context;
  const key = `${pitch} ${sampleRate}`;
  const known = strung.get(key);
  if (known) return known;
  const buffer = context.createBuffer(1, Math.ceil(sampleRate * RING_S), sampleRate);
  const samples = buffer.getChannelData(0);
  const period = Math.round(sampleRate / pitch);
  samples.forEach((_, i) => {
    samples[i] =
      i < period ? Math.random() * 2 - 1 : 0.498 * ((samples[i - period] ?? 0) + (samples[i - period - 1] ?? 0));
  });
  strung.set(key, buffer);
  return buffer;
}
