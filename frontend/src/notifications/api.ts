/** The server's side of being told that it is one's turn. */
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type {
  CalendarInfo,
  CalendarLink,
  NewPush,
  NotificationsResponse,
  Subscription,
  SubscriptionSecret,
  Vacation,
} from '../net/types';

type Language = NewPush['language'];
const MINE = '/guests/me/notices';
const at = (subscription: string): string => `${MINE}/${encodeURIComponent(subscription)}`;

/** The notifications that this server offers, and our subscriptions; strangers may ask, too. */
export const fetchNotifications = (): Promise<NotificationsResponse> => ask(MINE, { token: guestToken() });

export const addPush = (body: NewPush): Promise<Subscription> => asGuest(`${MINE}/push`, { method: 'POST', body });

export const addEmail = (address: string, language: Language): Promise<Subscription> =>
  asGuest(`${MINE}/email`, { method: 'POST', body: { address, language } });

export const addWebhook = (
  url: string,
  language: Language,
  kind: 'webhook' | 'discord' | 'matrix' = 'webhook',
): Promise<SubscriptionSecret> => asGuest(`${MINE}/webhook`, { method: 'POST', body: { url, language, kind } });

export const trySubscription = (subscription: string): Promise<void> =>
  ask(`${at(subscription)}/test`, { method: 'POST', token: guestToken() });

export const removeSubscription = (subscription: string): Promise<void> =>
  ask(at(subscription), { method: 'DELETE', token: guestToken() });

export const confirm = (token: string): Promise<void> => ask('/notices/confirm', { method: 'POST', body: { token } });

export const stop = (token: string): Promise<void> =>
  ask(`/notices/stop?token=${encodeURIComponent(token)}`, { method: 'POST' });

const CALENDAR = '/guests/me/calendar';
const VACATION = '/guests/me/vacation';

export const fetchCalendar = (): Promise<CalendarInfo> => ask(CALENDAR, { token: guestToken() });

export const makeCalendar = (language: Language): Promise<CalendarLink> =>
  asGuest(CALENDAR, { method: 'POST', body: { language } });

export const revokeCalendar = (): Promise<void> => ask(CALENDAR, { method: 'DELETE', token: guestToken() });

export const fetchVacation = (): Promise<Vacation> => ask(VACATION, { token: guestToken() });

export const beginVacation = (days: number): Promise<Vacation> =>
  ask(VACATION, { method: 'PUT', body: { days }, token: guestToken() });

export const endVacation = (): Promise<Vacation> => ask(VACATION, { method: 'DELETE', token: guestToken() });
