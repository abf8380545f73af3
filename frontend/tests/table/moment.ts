import { readFileSync, readdirSync } from 'node:fs';
import type { StepMessage, TableInfo, View } from '../../src/net/types';

/** What one client holds at one moment of a real game (tools/generate_view_fixtures.py). */
export interface Moment {
  readonly table: TableInfo;
  readonly viewer: number | null;
  readonly version: number;
  readonly view: View;
  readonly log: readonly StepMessage[];
}

const FOLDER = `${import.meta.dirname}/../fixtures`;

/** Every moment among the fixtures; one of them is a whole deal instead. */
export const MOMENTS = readdirSync(FOLDER)
  .map((file) => file.replace('.json', ''))
  .filter((name) => name !== 'sealed');

export const moment = (name: string): Moment => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Moment;
