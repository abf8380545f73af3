/** The tone of the room: slow brown noise, as of a large quiet hall, and now and then a page somewhere else. */
import { PLAY } from './instruments';

const LENGTH_S = 8;
const LOUD = 0.012;
const PAGE_EVERY_MS = 24_000;

/** Brown noise that ends where it begins: a random walk, pulled back to its middle. */
function hush(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * LENGTH_S, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let level = 0;
  samples.forEach((_, i) => {
    level = level * 0.996 + (Math.random() * 2 - 1) * 0.06;
    samples[i] = level * Math.sin((Math.PI * i) / samples.length);
  });
  return buffer;
}

/** Start the ambience; returns a function that stops it. */
export function ambience(context: BaseAudioContext, out: AudioNode): () => void {
  const gain = new GainNode(context, { gain: LOUD });
  const sources = [0, LENGTH_S / 2].map((after) => {
    const source = new AudioBufferSourceNode(context, { buffer: hush(context), loop: true });
    source.connect(gain);
    source.start(context.currentTime + after);
    return source;
  });
  gain.connect(out);
  const far = new GainNode(context, { gain: 0.25 });
  far.connect(out);
  const pages = setInterval(() => PLAY.page(context, far, context.currentTime + Math.random() * 6, 1), PAGE_EVERY_MS);
  return () => {
    clearInterval(pages);
    for (const source of sources) source.stop();
    gain.disconnect();
  };
}
