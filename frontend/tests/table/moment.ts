import { readFileSync } from 'node:fs';
import type { StepTold, TableInfo, View } from '../../src/net/types';

/** What one client holds at one moment of a real game (tools/generate_view_fixtures.py). */
export interface Moment {
  readonly table: TableInfo;
  readonly viewer: number | null;
  readonly version: number;
  readonly view: View;
  readonly log: readonly StepTold[];
}

export const moment = (name: string): Moment =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../fixtures/${name}.json`, 'utf8')) as Moment;
