import { LOCALES, localeFor, speak, type Locale } from '../i18n/index.svelte';
import { applySkin, forcedColours, onSystemSkin } from '../theme/skin';
import { recallJson, remember } from './memory';

export const SKINS = ['auto', 'parchment', 'day', 'night', 'contrast'] as const;
export type Skin = (typeof SKINS)[number];
export const MOTIONS = ['auto', 'on', 'off'] as const;
/** Motion: as the system says, always, or never. */
export type Motion = (typeof MOTIONS)[number];

const KEY = 'codex.settings';

interface Kept {
  skin: Skin;
  motion: Motion;
  sound: boolean;
  volume: number;
  room: boolean;
  offered: boolean;
  words: boolean;
  shortcuts: boolean;
  name: string;
  locale: Locale;
}

const among = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((each) => each === value) ?? otherwise;

function readSettings(): Kept {
  const found = recallJson(KEY);
  const stored: Partial<Record<keyof Kept, unknown>> = typeof found === 'object' && found !== null ? found : {};
  return {
    skin: among(SKINS, stored.skin, 'auto'),
    motion: among(MOTIONS, stored.motion, 'auto'),
    sound: stored.sound === true,
    volume: typeof stored.volume === 'number' && stored.volume > 0 && stored.volume <= 1 ? stored.volume : 0.6,
    room: stored.room === true,
    offered: stored.offered === true,
    words: stored.words === true,
    shortcuts: stored.shortcuts !== false,
    name: typeof stored.name === 'string' ? stored.name : '',
    locale: among(LOCALES, stored.locale, localeFor(navigator.languages)),
  };
}

/** Settings of one reader. Every change shows at once and is kept. */
class Settings {
  private readonly all = $state(readSettings());
  private readonly stillness = window.matchMedia?.('(prefers-reduced-motion: reduce)');
  private systemStill = $state(false);

  constructor() {
    this.systemStill = this.stillness?.matches ?? false;
    this.stillness?.addEventListener('change', ({ matches }) => (this.systemStill = matches));
    onSystemSkin(() => this.show());
    this.show();
  }

  get skin(): Skin {
    return this.all.skin;
  }
  set skin(skin: Skin) {
    this.change({ skin });
  }

  get motion(): Motion {
    return this.all.motion;
  }
  set motion(motion: Motion) {
    this.change({ motion });
  }

  /** Whether motion is reduced. */
  get reducedMotion(): boolean {
    return this.all.motion === 'auto' ? this.systemStill : this.all.motion === 'off';
  }

  get sound(): boolean {
    return this.all.sound;
  }
  set sound(sound: boolean) {
    this.change({ sound });
  }

  /** How loud sounds are, up to 1. */
  get volume(): number {
    return this.all.volume;
  }
  set volume(volume: number) {
    this.change({ volume });
  }

  /** Whether the room has a tone of its own. */
  get room(): boolean {
    return this.all.room;
  }
  set room(room: boolean) {
    this.change({ room });
  }

  /** Whether sounds have been offered, and the reader has answered. */
  get offered(): boolean {
    return this.all.offered;
  }
  set offered(offered: boolean) {
    this.change({ offered });
  }

  /** Whether the table is shown in words instead of being drawn. */
  get words(): boolean {
    return this.all.words;
  }
  set words(words: boolean) {
    this.change({ words });
  }

  /** Whether character keys work as shortcuts. */
  get shortcuts(): boolean {
    return this.all.shortcuts;
  }
  set shortcuts(shortcuts: boolean) {
    this.change({ shortcuts });
  }

  get name(): string {
    return this.all.name;
  }
  set name(name: string) {
    this.change({ name });
  }

  get locale(): Locale {
    return this.all.locale;
  }
  set locale(locale: Locale) {
    this.change({ locale });
    void speak(locale);
  }

  private change(some: Partial<Kept>): void {
    Object.assign(this.all, some);
    remember(KEY, JSON.stringify(this.all));
    this.show();
  }

  /** The stylesheets read the skin and the motion off <html>. */
  private show(): void {
    const { dataset } = document.documentElement;
    applySkin(this.all.skin === 'auto' || forcedColours() ? null : this.all.skin);
    if (this.all.motion === 'auto') delete dataset['motion'];
    else dataset['motion'] = this.all.motion;
  }
}

export const settings = new Settings();
