import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import HintSheet from '../../src/teacher/HintSheet.svelte';
import type { Advice, HintResponse } from '../../src/net/teach';
import { fetchWords } from 'virtual:words/teacher';
import { moment } from '../table/moment';

const { view } = moment('place');
const [preview] = view.previews;
if (!preview) throw new Error('the moment has a placement');
const advice: Advice = {
  turn: [{ type: 'place', card: preview.card, side: preview.side, cell: preview.cell }],
  worth: { margin: 4, win: 0.6, merit: 0.6 },
  behind: 0,
  as_good: true,
  why: null,
};
const onadvise = vi.fn<(turns: readonly Advice[]) => void>();
let answer: (given: Partial<HintResponse>) => void;

beforeEach(async () => {
  await fetchWords();
  HTMLDialogElement.prototype.show = () => {}; // jsdom has none, nor the modal one
  HTMLDialogElement.prototype.showModal = () => {};
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answer = (given) => resolve(Response.json({ state: 'ready', part: 1, version: 0, turns: [], ...given }));
      }),
  );
});
afterEach(() => {
  cleanup();
  onadvise.mockReset();
  vi.unstubAllGlobals();
});

function ask(): ReturnType<typeof render> {
  return render(HintSheet, {
    store: { advise: undefined, table: null },
    view,
    onadvise,
    onplan: () => {},
    onclose: () => {},
  });
}
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('a hint', () => {
  it('is drawn on the codex when it is there', async () => {
    ask();
    await settled();
    answer({ turns: [advice] });
    expect(await screen.findByText(/4\.0 ahead at the end/)).toBeTruthy();
    expect(onadvise).toHaveBeenCalledExactlyOnceWith([advice]);
  });

  it('says how many are equally good', async () => {
    ask();
    await settled();
    answer({ turns: [advice, advice, { ...advice, as_good: false }] });
    expect(await screen.findByText(/^The first 2 hints are equally good/)).toBeTruthy();
  });

  it('says so when one is better than the others', async () => {
    ask();
    await settled();
    answer({ turns: [advice, { ...advice, as_good: false }] });
    expect(await screen.findByText(/^Hint 1 is better than the others/)).toBeTruthy();
  });

  it('draws nothing on the codex any more when it was closed before', async () => {
    const { unmount } = ask();
    await settled();
    unmount();
    answer({ turns: [advice] });
    await settled();
    expect(onadvise).not.toHaveBeenCalled();
  });

  it('leaves the planned card on the codex when there is nothing to advise', async () => {
    const { container } = ask();
    await settled();
    answer({ turns: [] });
    await waitFor(() => expect(container.querySelector('.moment')).toBeNull());
    await settled();
    expect(onadvise).not.toHaveBeenCalled();
  });
});
