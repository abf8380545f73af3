import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LateCard from '../../src/learn/LateCard.svelte';
import { PATIENCE } from '../patience';

type Hear = (entries: readonly { isIntersecting: boolean }[]) => void;
const observers: { hear: Hear; place: Element | null }[] = [];

class Observer {
  private readonly known: { hear: Hear; place: Element | null };
  constructor(hear: Hear) {
    this.known = { hear, place: null };
    observers.push(this.known);
  }
  observe(place: Element): void {
    this.known.place = place;
  }
  disconnect(): void {
    this.known.place = null;
  }
}

const drawn = (): number => document.querySelectorAll('[data-late] > *').length;

describe('a card that is drawn when it is seen', () => {
  beforeEach(() => vi.stubGlobal('IntersectionObserver', Observer));
  afterEach(() => {
    cleanup();
    observers.length = 0;
    vi.unstubAllGlobals();
  });

  it('waits until it comes into view', async () => {
    render(LateCard, { card: 5 });
    expect(drawn()).toBe(0);
    observers[0]?.hear([{ isIntersecting: false }]);
    expect(drawn()).toBe(0);
    observers[0]?.hear([{ isIntersecting: true }]);
    await vi.waitFor(() => expect(drawn()).toBe(1), PATIENCE);
    expect(observers[0]?.place).toBeNull();
  });

  it('is there when the page is printed', () => {
    render(LateCard, { card: 5 });
    window.dispatchEvent(new Event('beforeprint'));
    expect(drawn()).toBe(1);
  });

  it('is drawn at once where browsers cannot tell what is seen', () => {
    vi.unstubAllGlobals();
    render(LateCard, { card: 5 });
    return vi.waitFor(() => expect(drawn()).toBe(1), PATIENCE);
  });
});
