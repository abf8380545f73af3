/** Copying to the clipboard, or by hand where a page has none: one opened by plain http under another name than localhost. */
import { notify } from './announce.svelte';

let byHand = $state('');

/** The text that the reader is asked to copy by hand; empty if there is none. */
export const textToCopy = (): string => byHand;

/** Copy `text` and say `copied`; without a clipboard, show the text. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(copied);
  } catch {
    byHand = text;
  }
}

export const finishCopying = (): void => void (byHand = '');
