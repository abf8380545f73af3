import type { components } from './wire.gen';

type Schemas = components['schemas'];

export type HintResponse = Schemas['HintResponse'];
export type ReviewResponse = Schemas['ReviewResponse'];
export type Exercise = Schemas['Exercise'];
export type Tried = Schemas['Tried'];
export type Advice = Schemas['Advice'];
export type Why = Schemas['Why'];
export type Worth = Schemas['Worth'];
export type Review = Schemas['Review'];
export type Reviewed = Schemas['Reviewed'];
export type Compared = Schemas['Compared'];
export type Verdict = Schemas['Verdict'];
export type Cause = Schemas['Cause'];
export type Player = Schemas['Player'];
export type Turn = Advice['turn'];
export type AnalysisResponse = Schemas['AnalysisResponse'];
export type PositionResponse = Schemas['PositionResponse'];
export type PositionChange = Schemas['ChangedPosition']['change'];
