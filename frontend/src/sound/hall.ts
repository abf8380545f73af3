/** The room of all sounds: a short stone reverb of four delays, and a limiter for simultaneous sounds. */

const STONES = [
  [0.029, 0.3],
  [0.041, 0.26],
  [0.059, 0.22],
  [0.083, 0.18],
] as const;
const WET = 0.22;

/** Returns the input node for sounds; `out` is their output. */
export function hall(context: BaseAudioContext, out: AudioNode): AudioNode {
  const lid = new DynamicsCompressorNode(context, { threshold: -22, ratio: 6 });
  const inside = new GainNode(context);
  inside.connect(lid);
  const wet = new GainNode(context, { gain: WET });
  const dull = new BiquadFilterNode(context, { type: 'lowpass', frequency: 3200 });
  for (const [delayTime, gain] of STONES) {
    const delay = new DelayNode(context, { delayTime, maxDelayTime: 0.1 });
    const back = new GainNode(context, { gain });
    inside.connect(delay).connect(wet);
    delay.connect(back).connect(delay);
  }
  wet.connect(dull).connect(lid);
  lid.connect(out);
  return inside;
}
