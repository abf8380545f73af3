import type { components } from '../net/wire.gen';

type Schemas = components['schemas'];

export type Puzzles = Schemas['Puzzles'];
export type PuzzleInfo = Schemas['PuzzleInfo'];
export type PuzzleResponse = Schemas['PuzzleResponse'];
export type PuzzleHint = Schemas['PuzzleHint'];
export type NewAnswer = Schemas['NewAnswer'];
export type Answered = Schemas['Answered'];
export type Explained = Schemas['Explained'];
export type Kind = Schemas['Kind'];
