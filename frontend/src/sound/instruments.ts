/** The instruments, made on the spot: paper, a fingertip on wood, small bells. Nothing is loaded and nothing recorded. */
import type { Sound } from './heard';

type Play = (context: BaseAudioContext, out: AudioNode, at: number, times: number) => void;

/** What each sound is played with. */
export const PLAY: Readonly<Record<Sound, Play>> = {
  lay(context, out, at) {
    paper(context, out, at, { length: 0.09, from: 2600, to: 700, loud: 0.34 });
    knock(context, out, at + 0.03);
  },
  slide: (context, out, at) => paper(context, out, at, { length: 0.3, from: 1400, to: 4200, loud: 0.16 }),
  point(context, out, at, times) {
    for (let i = 0; i < times; i++)
      bell(context, out, at + i * 0.09, { pitch: STEPS[i] ?? 1760, length: 0.35, loud: 0.05 });
  },
  turn: (context, out, at) => bell(context, out, at, { pitch: 784, length: 1.4, loud: 0.1 }),
  end(context, out, at) {
    [523.3, 659.3, 784, 1046.5].forEach((pitch, i) =>
      bell(context, out, at + i * 0.2, { pitch, length: 2.2 + i * 0.2, loud: 0.09 }),
    );
  },
};

/** The points are counted upwards, on five notes that go with every other. */
const STEPS = [1046.5, 1174.7, 1318.5, 1568, 1760];

interface Paper {
  readonly length: number;
  /** Where the rustle lies, at its beginning and at its end. */
  readonly from: number;
  readonly to: number;
  readonly loud: number;
}

/** Paper: noise that crackles, through a narrow door that moves. */
function paper(context: BaseAudioContext, out: AudioNode, at: number, { length, from, to, loud }: Paper): void {
  const source = new AudioBufferSourceNode(context, { buffer: rustle(context, length) });
  const door = new BiquadFilterNode(context, { type: 'bandpass', frequency: from, Q: 0.9 });
  door.frequency.setValueAtTime(from, at);
  door.frequency.exponentialRampToValueAtTime(to, at + length);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + length * 0.25);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  source.connect(door).connect(gain).connect(out);
  source.start(at);
}

function rustle(context: BaseAudioContext, length: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const grain = Math.ceil(context.sampleRate * 0.004);
  let fibre = 1;
  buffer.getChannelData(0).forEach((_, i, samples) => {
    if (i % grain === 0) fibre = 0.35 + 0.65 * Math.random();
    samples[i] = (Math.random() * 2 - 1) * fibre;
  });
  return buffer;
}

/** A card that comes to lie on wood. */
function knock(context: BaseAudioContext, out: AudioNode, at: number): void {
  const tone = new OscillatorNode(context, { type: 'sine', frequency: 170 });
  tone.frequency.setValueAtTime(170, at);
  tone.frequency.exponentialRampToValueAtTime(85, at + 0.07);
  tone.connect(fading(context, at, 0.09, 0.3)).connect(out);
  tone.start(at);
  tone.stop(at + 0.1);
}

interface Bell {
  readonly pitch: number;
  readonly length: number;
  readonly loud: number;
}

/** The tones of a small bell above its own: how high, how loud, how long. */
const PARTIALS = [
  [1, 1, 1],
  [2, 0.5, 0.7],
  [2.76, 0.28, 0.4],
  [5.4, 0.1, 0.15],
] as const;

function bell(context: BaseAudioContext, out: AudioNode, at: number, { pitch, length, loud }: Bell): void {
  for (const [high, strong, long] of PARTIALS) {
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch * high });
    tone.connect(fading(context, at, length * long, loud * strong)).connect(out);
    tone.start(at);
    tone.stop(at + length * long);
  }
}

function fading(context: BaseAudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0002, at + length);
  return gain;
}
