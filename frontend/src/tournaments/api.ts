/** API of tournaments and clubs. */
import { apiUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { TableInfo } from '../net/types';
import type { components } from '../net/wire.gen';

type Schemas = components['schemas'];

export type TournamentInfo = Schemas['TournamentInfo'];
export type TournamentResponse = Schemas['TournamentResponse'];
export type TournamentPlan = Schemas['TournamentPlan'];
export type TournamentPlayer = Schemas['TournamentPlayer'];
export type TournamentRound = Schemas['TournamentRound'];
export type TournamentGame = Schemas['TournamentGame'];
export type TournamentPulse = Schemas['TournamentPulse'];
export type NewTournament = Schemas['NewTournament'];
export type Kind = TournamentPlan['kind'];
export type ClubInfo = Schemas['ClubInfo'];
export type ClubResponse = Schemas['ClubResponse'];
export type SeasonTable = Schemas['SeasonTable'];

export const calendar = (of?: string): Promise<readonly TournamentInfo[]> =>
  ask(apiUrl('tournaments') + (of ? `?club=${encodeURIComponent(of)}` : ''), { token: guestToken() });

export const fetchTournament = (id: string): Promise<TournamentResponse> =>
  ask(apiUrl('tournament', id), { token: guestToken() });

/** How it stands; asking says that we are there. */
export const pulse = (id: string): Promise<TournamentPulse> =>
  ask(apiUrl('tournamentPulse', id), { token: guestToken() });

export const announce = (wanted: NewTournament): Promise<TournamentResponse> =>
  asGuest(apiUrl('tournaments'), { method: 'POST', body: wanted });

/** What a player or the host does with a tournament. */
export const change = (
  id: string,
  what: 'join' | 'withdraw' | 'begin' | 'cancel' | 'end',
): Promise<TournamentResponse> => asGuest(apiUrl('changeTournament', id, what), { method: 'POST' });

export const enter = (id: string, entry: { bot: string } | { program: string }): Promise<TournamentResponse> =>
  asGuest(apiUrl('tournamentPlayers', id), { method: 'POST', body: entry });

export const remove = (id: string, player: string): Promise<TournamentResponse> =>
  asGuest(apiUrl('tournamentPlayer', id, player), { method: 'DELETE' });

/** Let a player come back who was removed. */
export const readmit = (id: string, player: string): Promise<TournamentResponse> =>
  asGuest(apiUrl('readmit', id, player), { method: 'POST' });

/** Where the results lie as a file; as CSV with the mark by which Excel shows accents. */
export const fileOf = (id: string, form: 'csv' | 'json'): string =>
  apiUrl('tournamentResults', id, form) + (form === 'csv' ? '?excel=true' : '');

export const myClubs = async (): Promise<readonly ClubInfo[]> => {
  const token = guestToken();
  return token ? ask(apiUrl('clubs'), { token }) : [];
};
export const fetchClub = (id: string): Promise<ClubResponse> => ask(apiUrl('club', id), { token: guestToken() });
export const foundClub = (name: string, about: string): Promise<ClubResponse> =>
  asGuest(apiUrl('clubs'), { method: 'POST', body: { name, about } });
export const joinClub = (invite: string): Promise<ClubResponse> =>
  asGuest(apiUrl('joinClub'), { method: 'POST', body: { invite } });
export const renewLink = (id: string): Promise<ClubResponse> => asGuest(apiUrl('clubLink', id), { method: 'POST' });
export const appoint = (id: string, member: string): Promise<ClubResponse> =>
  asGuest(apiUrl('clubAdmin', id, member), { method: 'POST' });
export const removeMember = (id: string, member: string): Promise<unknown> =>
  asGuest(apiUrl('clubMember', id, member), { method: 'DELETE' });
export const leaveClub = (id: string): Promise<unknown> => asGuest(apiUrl('leaveClub', id), { method: 'POST' });
export const clubTables = (id: string): Promise<readonly TableInfo[]> => ask(apiUrl('clubTables', id));
export const seasonOf = (id: string, year: number): Promise<SeasonTable> =>
  ask(`${apiUrl('clubSeason', id)}?year=${year}`);
export const seasonFile = (id: string, year: number): string =>
  `${apiUrl('clubSeasonFile', id)}?year=${year}&excel=true`;
