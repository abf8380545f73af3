/**
 * The instruments, synthesised on the spot: paper, quill, wood, coin, bell, wax and a lute. Nothing is loaded and nothing
 * recorded. Loudness is the peak of one stroke, 0..1; -18 dBFS is 0.126, and none of them goes beyond.
 */
import type { Sound } from './heard';
import { lute } from './lute';

type Play = (context: BaseAudioContext, out: AudioNode, at: number, times: number) => void;

/** What each sound is played with. */
export const PLAY: Readonly<Record<Sound, Play>> = {
  lift: (context, out, at) => paper(context, out, at, { length: 0.1, from: 1800, to: 3600, loud: 0.12 }),
  lay(context, out, at) {
    paper(context, out, at, { length: 0.09, from: 2600, to: 700, loud: 0.24 });
    paper(context, out, at + 0.045, { length: 0.05, from: 1500, to: 600, loud: 0.14 });
    wood(context, out, at + 0.03, { pitch: 165, loud: 0.09 });
  },
  take(context, out, at) {
    wood(context, out, at, { pitch: 320, loud: 0.08 });
    paper(context, out, at + 0.03, { length: 0.22, from: 1400, to: 3600, loud: 0.15 });
  },
  page: (context, out, at) => paper(context, out, at, { length: 0.42, from: 900, to: 4600, loud: 0.17 }),
  quill(context, out, at, times) {
    for (let i = 0; i < times; i++) scratch(context, out, at + i * 0.11, 0.08);
  },
  flourish(context, out, at) {
    for (const [i, length] of [0.14, 0.1, 0.34].entries()) scratch(context, out, at + i * 0.16, length);
    bell(context, out, at + 0.42, { pitch: 1174.7, length: 1.1, loud: 0.03 });
  },
  coin(context, out, at) {
    for (const pitch of [2637, 3520]) tone(context, out, at, { pitch, length: 0.28, loud: 0.04 });
    wood(context, out, at + 0.02, { pitch: 420, loud: 0.03 });
  },
  turn: (context, out, at) => bell(context, out, at, { pitch: 784, length: 1.5, loud: 0.05 }),
  twenty(context, out, at) {
    for (const [i, pitch] of [587.3, 440, 587.3].entries())
      bell(context, out, at + i * 0.34, { pitch, length: 1.2, loud: 0.042 });
  },
  unveil(context, out, at) {
    paper(context, out, at, { length: 0.2, from: 700, to: 2800, loud: 0.12 });
    wood(context, out, at + 0.18, { pitch: 190, loud: 0.045 });
  },
  thread: (context, out, at) => tone(context, out, at, { pitch: 1318.5, length: 0.5, loud: 0.035 }),
  brass(context, out, at) {
    for (const [i, pitch] of [523.3, 659.3, 784].entries())
      bell(context, out, at + i * 0.12, { pitch, length: 1.6, loud: 0.026 });
  },
  wax(context, out, at) {
    wood(context, out, at, { pitch: 72, loud: 0.2 });
    paper(context, out, at + 0.02, { length: 0.14, from: 500, to: 260, loud: 0.05 });
  },
  win: (context, out, at) => lute(context, out, at, 'win'),
  loss: (context, out, at) => lute(context, out, at, 'loss'),
};

interface Paper {
  /** Seconds. */
  readonly length: number;
  /** Where the rustle lies, at its beginning and at its end, in hertz. */
  readonly from: number;
  readonly to: number;
  readonly loud: number;
}

/** Paper: noise in grains, through a band-pass that sweeps. */
function paper(context: BaseAudioContext, out: AudioNode, at: number, { length, from, to, loud }: Paper): void {
  const source = new AudioBufferSourceNode(context, { buffer: rustle(context, length) });
  const door = new BiquadFilterNode(context, { type: 'bandpass', frequency: from, Q: 0.9 });
  door.frequency.setValueAtTime(from, at);
  door.frequency.exponentialRampToValueAtTime(to, at + length);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + length * 0.25);
  gain.gain.exponentialRampToValueAtTime(0.0003, at + length);
  source.connect(door).connect(gain).connect(out);
  source.start(at);
}

const GRAIN_S = 0.004;

function rustle(context: BaseAudioContext, length: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const grain = Math.ceil(context.sampleRate * GRAIN_S);
  let fibre = 1;
  buffer.getChannelData(0).forEach((_, i, samples) => {
    if (i % grain === 0) fibre = 0.35 + 0.65 * Math.random();
    samples[i] = (Math.random() * 2 - 1) * fibre;
  });
  return buffer;
}

/** One stroke of a quill: narrow noise that trembles as the nib catches the fibres. */
function scratch(context: BaseAudioContext, out: AudioNode, at: number, length: number): void {
  const source = new AudioBufferSourceNode(context, { buffer: rustle(context, length) });
  const nib = new BiquadFilterNode(context, { type: 'bandpass', frequency: 3400, Q: 4 });
  nib.frequency.setValueAtTime(2900, at);
  nib.frequency.linearRampToValueAtTime(4300, at + length);
  source
    .connect(nib)
    .connect(fading(context, at, length, 0.11))
    .connect(out);
  source.start(at);
}

interface Struck {
  readonly pitch: number;
  readonly loud: number;
}

/** Wood: two damped sines and the click of the fingertip. */
function wood(context: BaseAudioContext, out: AudioNode, at: number, { pitch, loud }: Struck): void {
  for (const [high, strong, length] of [
    [1, 0.7, 0.1],
    [2.4, 0.3, 0.05],
  ] as const) {
    const sine = new OscillatorNode(context, { type: 'sine', frequency: pitch * high });
    sine.frequency.setValueAtTime(pitch * high, at);
    sine.frequency.exponentialRampToValueAtTime(pitch * high * 0.6, at + length);
    sine.connect(fading(context, at, length, loud * strong)).connect(out);
    sine.start(at);
    sine.stop(at + length);
  }
}

interface Tone extends Struck {
  readonly length: number;
}

function tone(context: BaseAudioContext, out: AudioNode, at: number, { pitch, length, loud }: Tone): void {
  const sine = new OscillatorNode(context, { type: 'sine', frequency: pitch });
  sine.connect(fading(context, at, length, loud)).connect(out);
  sine.start(at);
  sine.stop(at + length);
}

/** The partials of a small hand bell: how high, how loud, how long. */
const PARTIALS = [
  [1, 1, 1],
  [2, 0.5, 0.7],
  [2.76, 0.28, 0.4],
  [5.4, 0.1, 0.15],
] as const;

function bell(context: BaseAudioContext, out: AudioNode, at: number, { pitch, length, loud }: Tone): void {
  for (const [high, strong, long] of PARTIALS)
    tone(context, out, at, { pitch: pitch * high, length: length * long, loud: loud * strong });
}

function fading(context: BaseAudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0002, at + length);
  return gain;
}
