/** A sound for a visible event. Sounds that are switched off are not fetched. */
import { settings } from '../base/settings.svelte';
import type { Sound } from './heard';

export function cue(sound: Sound, after = 0): void {
  if (settings.sound) void import('./play').then(({ play }) => play([{ sound, after, times: 1 }]));
}
