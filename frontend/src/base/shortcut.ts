import { settings } from './settings.svelte';

/** Where keys are for writing, or belong to what lies over the page. */
const ELSEWHERE = 'input, textarea, select, dialog, [popover], [contenteditable]';

/** Whether a key writes a character: such shortcuts can be switched off, as speech and slips of the hand set them off. */
const writes = (key: string): boolean => key.length === 1 && key !== ' ';

/** The key that the page may take as a shortcut; null where it is meant for something else. */
export function shortcut(event: KeyboardEvent): string | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (target instanceof Element && target.closest(ELSEWHERE)) return null;
  return writes(key) && !settings.shortcuts ? null : key;
}
