/** Types of the protocol, under their Python names. */
import type { components } from './wire.gen';

type Schemas = components['schemas'];

type Hello = Schemas['Hello'];
export type Act = Schemas['Act'];
type Ping = Schemas['Ping'];
export type Say = Schemas['Say'];
export type Show = Schemas['Show'];
type Mute = Schemas['Mute'];
export type ClientMessage = Hello | Act | Say | Show | Mute | Ping;

export type Welcome = Schemas['Welcome'];
export type StepsMessage = Schemas['StepsMessage'];
export type ChangeMessage = Schemas['ChangeMessage'];
type TableChanged = Schemas['TableChanged'];
export type Done = Schemas['Done'];
export type RefusalMessage = Schemas['RefusalMessage'];
type Pong = Schemas['Pong'];
export type Said = Schemas['Said'];
export type Line = Schemas['Line'];
export type Emote = Schemas['Emote'];
type ClocksMessage = Schemas['ClocksMessage'];
export type ClockMessage = Schemas['ClockMessage'];
export type Clock = NonNullable<TableInfo['clock']>;
export type Note = Schemas['Note'];
export type ServerMessage =
  Welcome | StepsMessage | ChangeMessage | TableChanged | ClocksMessage | Done | RefusalMessage | Said | Pong;

export type TableInfo = Schemas['TableInfo'];
export type Colour = Schemas['Colour'];
export type NewTable = Partial<Schemas['NewTable']> & Pick<Schemas['NewTable'], 'seats'>;
export type FinishedCodex = Schemas['FinishedCodex'];
export type InvitationCode = Schemas['InvitationCode'];
export type TableAnswer = Schemas['TableAnswer'];
export type NewReport = Schemas['NewReport'];
export type BlockedPerson = Schemas['BlockedPerson'];
export type ReportResponse = Schemas['ReportResponse'];
export type Measure = Schemas['Measure'];
export type Seek = Schemas['Seek'];
export type Seeking = Schemas['Seeking'];
export type GuestInfo = Schemas['GuestInfo'];
export type Session = Schemas['Session'];
export type AccountInfo = Schemas['AccountInfo'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type MadeToken = Schemas['MadeToken'];
export type TokenInfo = Schemas['TokenInfo'];
export type ProgramInfo = Schemas['ProgramInfo'];
export type ProgramHere = Schemas['ProgramHere'];
export type MyGames = Schemas['MyGames'];
export type RunningGame = Schemas['RunningGame'];
export type FinishedGame = Schemas['FinishedGame'];
export type SeatSums = Schemas['SeatSums'];
export type Evening = Schemas['Evening'];
export type Waiting = Schemas['Waiting'];
export type Person = Schemas['Person'];
export type Standing = Schemas['Standing'];
export type SeatStanding = Schemas['SeatStanding'];
export type RatingPoint = Schemas['RatingPoint'];
export type NotificationsResponse = Schemas['NotificationsResponse'];
export type Subscription = Schemas['Subscription'];
export type SubscriptionSecret = Schemas['SubscriptionSecret'];
export type NewPush = Schemas['NewPush'];
export type ConditionalTurn = Schemas['ConditionalTurn'];
export type ConditionalTurnResponse = Schemas['ConditionalTurnResponse'];
export type PinnedNote = Schemas['PinnedNote'];
export type Vacation = Schemas['Vacation'];
export type CalendarInfo = Schemas['CalendarInfo'];
export type CalendarLink = Schemas['CalendarLink'];
export type Opponents = Schemas['Opponents'];
export type SoloHistory = Schemas['SoloHistory'];
export type SoloGame = Schemas['SoloGame'];
export type SoloTally = Schemas['SoloTally'];
export type SeatInfo = Schemas['SeatInfo'];
export type Replay = Schemas['Replay'];
export type StepMessage = Schemas['StepMessage'];

export type GameOptions = Schemas['GameOptions'];
export type Preset = Schemas['Preset'];
export type Exhaustion = Schemas['Exhaustion'];
export type SoloLevel = Schemas['SoloLevel'];

export type View = Schemas['View'];
export type SeatView = Schemas['SeatView'];
export type TyborView = Schemas['TyborView'];
export type LaidCard = Schemas['LaidCard'];
export type HandCard = Schemas['HandCard'];
/** A preview is `uncounted` where the reader is to count, as in puzzles: then nothing is said about points. */
export type Preview = Schemas['Preview'] & { readonly uncounted?: true };
export type ObjectiveChange = Schemas['ObjectiveChange'];
export type Outlook = Schemas['Outlook'];
export type Unseen = Schemas['Unseen'];
export type Score = Schemas['Score'];
export type Refusal = Schemas['Refusal'];
export type Reason = Schemas['Reason'];
export type Result = Schemas['Result'];
export type ObjectiveScore = Schemas['ObjectiveScore'];

export type Action = Act['actions'][number];
type Place = Schemas['Place'];
export type Event = StepMessage['events'][number];
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

export type Side = Schemas['Side'];
export type Source = Schemas['Source'];
export type Symbol = Schemas['Symbol'];
export type Back = Schemas['Back'];
export type Cell = Place['cell'];
export type Counts = SeatView['symbols'];
export type CardId = number;
export type Seat = number;
export type Facts = RefusalMessage['facts'];
