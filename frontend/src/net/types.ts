/** The words of the protocol, by the names that Python gives them. */
import type { components } from './wire.gen';

type Schemas = components['schemas'];

export type Hello = Schemas['Hello'];
export type Act = Schemas['Act'];
export type Ping = Schemas['Ping'];
export type Say = Schemas['Say'];
export type Show = Schemas['Show'];
export type Hush = Schemas['Hush'];
export type ClientMessage = Hello | Act | Say | Show | Hush | Ping;

export type Welcome = Schemas['Welcome'];
export type Told = Schemas['Told'];
export type ToldChange = Schemas['ToldChange'];
export type TableChanged = Schemas['TableChanged'];
export type Done = Schemas['Done'];
export type RefusedTold = Schemas['RefusedTold'];
export type Pong = Schemas['Pong'];
export type Said = Schemas['Said'];
export type Line = Schemas['Line'];
export type Emote = Schemas['Emote'];
export type ClocksTold = Schemas['ClocksTold'];
export type ClockTold = Schemas['ClockTold'];
export type Clock = NonNullable<TableInfo['clock']>;
export type Note = Schemas['Note'];
export type ServerMessage = Welcome | Told | ToldChange | TableChanged | ClocksTold | Done | RefusedTold | Said | Pong;

export type TableInfo = Schemas['TableInfo'];
export type NewTable = Partial<Schemas['NewTable']> & Pick<Schemas['NewTable'], 'seats'>;
export type TableAnswer = Schemas['TableAnswer'];
export type GuestInfo = Schemas['GuestInfo'];
export type Session = Schemas['Session'];
export type AccountInfo = Schemas['AccountInfo'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type MyGames = Schemas['MyGames'];
export type RunningGame = Schemas['RunningGame'];
export type FinishedGame = Schemas['FinishedGame'];
export type SeatSums = Schemas['SeatSums'];
export type Waiting = Schemas['Waiting'];
export type Person = Schemas['Person'];
export type Standing = Schemas['Standing'];
export type SeatStanding = Schemas['SeatStanding'];
export type RatingPoint = Schemas['RatingPoint'];
export type NoticesTold = Schemas['NoticesTold'];
export type Way = Schemas['Way'];
export type WaySecret = Schemas['WaySecret'];
export type NewPush = Schemas['NewPush'];
export type Opponents = Schemas['Opponents'];
export type SoloHistory = Schemas['SoloHistory'];
export type SoloGame = Schemas['SoloGame'];
export type SoloTally = Schemas['SoloTally'];
export type TableStage = Schemas['TableStage'];
export type SeatInfo = Schemas['SeatInfo'];
export type SeatKind = Schemas['SeatKind'];
export type Replay = Schemas['Replay'];
export type StepTold = Schemas['StepTold'];

export type GameOptions = Schemas['GameOptions'];
export type Preset = Schemas['Preset'];
export type Exhaustion = Schemas['Exhaustion'];
export type TieBreak = Schemas['TieBreak'];
export type Refill = Schemas['Refill'];
export type SoloLevel = Schemas['SoloLevel'];

export type View = Schemas['View'];
export type SeatView = Schemas['SeatView'];
export type TyborView = Schemas['TyborView'];
export type LaidCard = Schemas['LaidCard'];
export type HandCard = Schemas['HandCard'];
export type Market = Schemas['Market'];
export type DeckView = Schemas['DeckView'];
export type DecksView = Schemas['DecksView'];
export type Ending = Schemas['Ending'];
export type Phase = Schemas['Phase'];
/** A preview is `uncounted` where the reader is to count, as in puzzles: then nothing is said about points. */
export type Preview = Schemas['Preview'] & { readonly uncounted?: true };
export type ObjectiveChange = Schemas['ObjectiveChange'];
export type Outlook = Schemas['Outlook'];
export type Completion = Schemas['Completion'];
export type Unseen = Schemas['Unseen'];
export type Covered = Schemas['Covered'];
export type Score = Schemas['Score'];
export type BlockedCell = Schemas['BlockedCell'];
export type UnpaidFace = Schemas['UnpaidFace'];
export type Refusal = Schemas['Refusal'];
export type Reason = Schemas['Reason'];
export type Result = Schemas['Result'];
export type ObjectiveScore = Schemas['ObjectiveScore'];

export type Action = Act['actions'][number];
export type Place = Schemas['Place'];
export type Draw = Schemas['Draw'];
export type ChooseSide = Schemas['ChooseSide'];
export type ChooseObjective = Schemas['ChooseObjective'];
export type Event = StepTold['events'][number];
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

export type Side = Schemas['Side'];
export type Source = Schemas['Source'];
export type Symbol = Schemas['Symbol'];
export type Deck = Schemas['Deck'];
export type Back = Schemas['Back'];
export type Cell = Place['cell'];
export type Counts = SeatView['symbols'];
export type CardId = number;
export type Seat = number;
export type Facts = RefusedTold['facts'];
