/** API of the analysis: the actions of a position, and changes to it. */
import { apiUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { ask } from '../net/http';
import { codeOf } from '../position/api';
import type { AnalysisResponse, HintResponse, PositionChange } from '../net/teach';
import type { SoloLevel } from '../net/types';

export const analyse = (code: string): Promise<AnalysisResponse> =>
  asGuest(apiUrl('analysis'), { method: 'POST', body: { code } });

export const advise = (code: string): Promise<HintResponse> =>
  asGuest(apiUrl('analysisHint'), { method: 'POST', body: { code } });

export const beginSetUp = (seats: number, solo: SoloLevel | null): Promise<string> =>
  codeOf(ask(apiUrl('analysisSetup'), { method: 'POST', body: { seats, solo } }));

export const changePosition = (code: string, change: PositionChange): Promise<string> =>
  codeOf(ask(apiUrl('analysisChange'), { method: 'POST', body: { code, change } }));

/** The code in a pasted text: a code, or a link to one. */
export const codeIn = (text: string): string => text.trim().replace(/^.*#/, '');
