/** API of notifications. */
import { apiUrl } from '../base/addresses';
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

/** The notifications that this server offers, and our subscriptions; strangers may ask, too. */
export const fetchNotifications = (): Promise<NotificationsResponse> =>
  ask(apiUrl('myNotices'), { token: guestToken() });

export const addPush = (body: NewPush): Promise<Subscription> =>
  asGuest(apiUrl('noticesByPush'), { method: 'POST', body });

export const addEmail = (address: string, language: Language): Promise<Subscription> =>
  asGuest(apiUrl('noticesByEmail'), { method: 'POST', body: { address, language } });

export const addWebhook = (
  url: string,
  language: Language,
  kind: 'webhook' | 'discord' | 'matrix' = 'webhook',
): Promise<SubscriptionSecret> =>
  asGuest(apiUrl('noticesByWebhook'), { method: 'POST', body: { url, language, kind } });

export const trySubscription = (subscription: string): Promise<void> =>
  ask(apiUrl('noticeTest', subscription), { method: 'POST', token: guestToken() });

export const removeSubscription = (subscription: string): Promise<void> =>
  ask(apiUrl('myNotice', subscription), { method: 'DELETE', token: guestToken() });

export const confirm = (token: string): Promise<void> =>
  ask(apiUrl('confirmNotices'), { method: 'POST', body: { token } });

export const stop = (token: string): Promise<void> =>
  ask(`${apiUrl('stopNotices')}?token=${encodeURIComponent(token)}`, { method: 'POST' });

export const fetchCalendar = (): Promise<CalendarInfo> => ask(apiUrl('myCalendar'), { token: guestToken() });

export const makeCalendar = (language: Language): Promise<CalendarLink> =>
  asGuest(apiUrl('myCalendar'), { method: 'POST', body: { language } });

export const revokeCalendar = (): Promise<void> => ask(apiUrl('myCalendar'), { method: 'DELETE', token: guestToken() });

export const fetchVacation = (): Promise<Vacation> => ask(apiUrl('myVacation'), { token: guestToken() });

export const beginVacation = (days: number): Promise<Vacation> =>
  ask(apiUrl('myVacation'), { method: 'PUT', body: { days }, token: guestToken() });

export const endVacation = (): Promise<Vacation> =>
  ask(apiUrl('myVacation'), { method: 'DELETE', token: guestToken() });
