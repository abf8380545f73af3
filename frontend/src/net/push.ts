/** Web Push in this browser: whether it is supported, and the subscription that the server needs. */
import { SERVICE_WORKER, apiUrl } from '../base/addresses';
import { recall, remember } from '../base/memory';
import { guestToken } from './guest';
import { ask } from './http';
import type { NewPush } from './types';

/** Why this browser cannot, if so. */
export type Hindrance = 'insecure' | 'missing' | 'denied' | null;

const KEY = 'codex.push';

export function hindrance(): Hindrance {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** The subscription of this browser, if any. */
export const ownSubscription = (): string | null => recall(KEY);
export const keepSubscription = (id: string | null): void => remember(KEY, id);

/** Ask the reader's permission, then subscribe at the browser's push service; null if the reader declines. */
export async function subscribe(key: string): Promise<Pick<NewPush, 'endpoint' | 'p256dh' | 'auth'> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && encodeKey(before.options.applicationServerKey) !== key) await before.unsubscribe();
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return { endpoint: found.endpoint, p256dh: encodeKey(found.getKey('p256dh')), auth: encodeKey(found.getKey('auth')) };
}

/** End push messages to this browser, whose next user may be another person. */
export async function silence(): Promise<void> {
  const subscription = ownSubscription();
  if (subscription === null) return;
  keepSubscription(null);
  await ask(apiUrl('myNotice', subscription), { method: 'DELETE', token: guestToken() }).catch(() => null);
  await end().catch(() => null);
}

async function end(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const found = await registration?.pushManager.getSubscription();
  await found?.unsubscribe();
}

export function encodeKey(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

/** Name of this browser, to distinguish it from the reader's others. */
export function browserName(agent: string = navigator.userAgent): string {
  const name = (known: typeof BROWSERS): string => known.find(([sign]) => sign.test(agent))?.[1] ?? '';
  return [name(BROWSERS), name(SYSTEMS)].filter(Boolean).join(', ');
}
