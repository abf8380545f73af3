import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const fresh = async (): Promise<typeof import('../../src/base/settings.svelte')> => {
  vi.resetModules();
  return import('../../src/base/settings.svelte');
};

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['skin'];
  delete document.documentElement.dataset['motion'];
});
afterEach(() => vi.restoreAllMocks());

describe('settings', () => {
  it('show on the page at once and are there again next time', async () => {
    const { settings } = await fresh();
    settings.skin = 'night';
    settings.motion = 'off';
    settings.name = 'Ann';
    expect(settings.shortcuts).toBe(true);
    settings.shortcuts = false;
    expect(document.documentElement.dataset).toMatchObject({ skin: 'night', motion: 'off' });
    const again = (await fresh()).settings;
    expect([again.skin, again.reducedMotion, again.name]).toEqual(['night', true, 'Ann']);
    expect([again.sound, again.shortcuts]).toEqual([false, false]);
  });

  it('are the usual ones when somebody broke what was kept', async () => {
    localStorage.setItem('codex.settings', '{"skin": 7, "motion"');
    expect((await fresh()).settings.skin).toBe('auto');
    localStorage.setItem('codex.settings', '{"skin": "plaid", "sound": "yes", "name": 3}');
    const { settings } = await fresh();
    expect([settings.skin, settings.sound, settings.name]).toEqual(['auto', false, '']);
  });

  it.each([
    [[], 'parchment'],
    [['(prefers-color-scheme: dark)'], 'night'],
    [['(prefers-color-scheme: dark)', '(prefers-contrast: more)'], 'contrast'],
  ])('follow a device that asks for %j', async (asked, skin) => {
    const media = (query: string): Partial<MediaQueryList> => ({
      matches: asked.includes(query),
      addEventListener: () => undefined,
    });
    vi.stubGlobal('matchMedia', media);
    const { settings } = await fresh();
    expect(document.documentElement.dataset['skin']).toBe(skin);
    settings.skin = 'parchment';
    expect(document.documentElement.dataset['skin']).toBe('parchment');
    vi.unstubAllGlobals();
  });

  it('work where nothing can be kept', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { settings } = await fresh();
    settings.skin = 'contrast';
    expect([settings.skin, document.documentElement.dataset['skin']]).toEqual(['contrast', 'contrast']);
  });
});
