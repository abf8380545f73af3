/** A sound for what is seen now. Who wants none fetches none. */
import { settings } from '../base/settings.svelte';
import type { Sound } from './heard';

export function cue(sound: Sound, after = 0): void {
  if (settings.sound) void import('./play').then(({ play }) => play([{ sound, after, times: 1 }]));
}
