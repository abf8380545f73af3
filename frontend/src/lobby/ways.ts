/** The ways to begin a game that are chapters of the lobby, each with an address of its own. */
import { pageUrl } from '../base/addresses';
import { SERVERLESS } from '../base/place';

const ALL = ['friends', 'solo', 'bots'] as const;
export type Way = (typeof ALL)[number];
/** Friends come by a link to a server. */
export const WAYS: readonly Way[] = ALL.filter((way) => !(SERVERLESS && way === 'friends'));

export const wayUrl = (way: Way): string => `${pageUrl('lobby')}#${way}`;
export const wayIn = (hash: string): Way | null => WAYS.find((way) => way === hash) ?? null;
