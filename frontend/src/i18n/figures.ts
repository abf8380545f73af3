/** Figures and days as the reader's language writes them. */
import { locale } from './index.svelte';

/** A day: "3 May 2026", or longer. */
export const formatDay = (seconds: number, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle }).format(seconds * 1000);

/** A figure with exactly `places` decimals. */
export const formatFixed = (value: number, places = 1): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);

/** A share as a percentage, without its sign: 0.345 is "35". */
export const formatPercent = (share: number): string => String(Math.round(100 * share));

/** A change with its sign, by at most `places` decimals and at least `least`: "+2", "−0.3", "0". */
export function formatChange(value: number, places = 0, least = 0): string {
  const rounded = Number(value.toFixed(places));
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  const figure = Math.abs(rounded);
  return sign + (places ? formatFixed(figure, Number.isInteger(figure) ? least : places) : String(figure));
}

/** A figure without decimals and without groups: "1500". */
export const formatWhole = (value: number): string => String(Math.round(value));

/** A share as the language writes percentages: 0.345 is "35%" or "35 %". */
export const formatShare = (share: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(share);
