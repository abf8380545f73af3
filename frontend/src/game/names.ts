import { list, t } from '../i18n/index.svelte';
import type { Preset, SeatInfo, TableAnswer, TableInfo } from '../net/types';
import { headsOf, type Head } from './heads';
import { botName } from './levels';

type Seats = Pick<TableInfo, 'seats'>;

/** Number of bots of the same level before this one: each has its own name and face. */
export const whichOf = ({ seats }: Seats, { seat, kind, name }: SeatInfo): number =>
  kind === 'bot' ? seats.filter((each) => each.kind === kind && each.name === name && each.seat < seat).length : 0;

/**
 * Name of the person or bot there; null for an empty seat. Programs are marked, and guests whose name looks like an
 * account's.
 */
export function seatName(table: Seats, info: SeatInfo): string | null {
  const { kind, name, mark } = info;
  if (name === null || kind === 'empty') return null;
  if (kind === 'bot') return botName(name, whichOf(table, info));
  if (mark === 'program') return t('waiting.program_named', { name });
  return mark === 'alike' ? t('waiting.alike', { name }) : name;
}

/** The creatures of the people at a table, by seat. */
export const headsAt = (table: Seats): readonly Head[] =>
  headsOf(table.seats.map((info) => ({ name: seatName(table, info) ?? '', portrait: info.portrait ?? null })));

/** The names of all who sit at a table, but for one seat. */
export const namesBeside = (table: TableInfo, seat: number | null): string[] =>
  table.seats.filter((each) => each.seat !== seat).flatMap((each) => seatName(table, each) ?? []);

/** The house rules in a few words: the edition, and whether something was changed. */
export function rulesName(preset: Preset, changed = false): string {
  const edition = t(`rules.edition_${preset}`);
  return changed ? t('rules.edition_changed', { edition }) : t('rules.edition_named', { edition });
}

/** The edition where it cannot be changed, and why. */
export const rulesForAll = (preset: Preset): string => t('rules.for_all', { edition: rulesName(preset) });

/** Name of a table in a list: its other players. */
export function titleOf({ table, viewer }: TableAnswer): string {
  const { solo } = table.options;
  if (solo) return t('lobby.vs_tybor', { level: t(`lobby.solo_${solo}`) });
  const names = namesBeside(table, viewer);
  return names.length ? t('lobby.vs', { names: list(names) }) : t('lobby.alone');
}
