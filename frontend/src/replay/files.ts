/** Files to download, with descriptive names. */

import { flushSync, mount, unmount } from 'svelte';
import { save } from '../base/files';
import type { SeatView } from '../net/types';
import { laidCards } from '../game/codex';
import CodexPicture from './CodexPicture.svelte';
import { pixels, standalone } from './picture';

/** "Zoë of the Hill" as a part of a file's name. */
export const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** A name such as `codex-naturalis-2026-03-04-ada.svg`. */
export function fileName(created: number | null, about: string, ending: string): string {
  const day = created === null ? [] : [new Date(created * 1000).toLocaleDateString('sv')];
  return `${['codex-naturalis', ...day, plain(about)].filter(Boolean).join('-')}.${ending}`;
}

/** The codex of a seat as the markup of a picture, in the skin of the page. */
export async function codexPicture(seat: SeatView, title: string, caption: string): Promise<string> {
  const aside = document.createElement('div');
  aside.className = 'unseen';
  aside.ariaHidden = 'true';
  document.body.append(aside);
  const drawn = mount(CodexPicture, { target: aside, props: { placed: laidCards(seat), title, caption } });
  try {
    flushSync();
    const drawing = aside.querySelector('svg');
    if (!drawing) throw new Error('nothing was drawn');
    return await standalone(drawing);
  } finally {
    await unmount(drawn);
    aside.remove();
  }
}

export async function saveCodex(markup: string, name: string): Promise<void> {
  const picture = name.endsWith('.png') ? await pixels(markup) : new Blob([markup], { type: 'image/svg+xml' });
  save(picture, name);
}
