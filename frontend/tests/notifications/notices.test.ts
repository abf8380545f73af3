import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentNotice } from '../../src/base/announce.svelte';
import { wordsFor } from '../../src/net/problem';
import { speak } from '../../src/i18n/index.svelte';
import { signedIn, signedOut } from '../../src/net/account.svelte';
import { Link } from '../../src/net/link';
import type { ClientMessage, NotificationsResponse, Subscription } from '../../src/net/types';
import NoticesPage from '../../src/notifications/NoticesPage.svelte';
import { browserName, encodeKey, hindrance, keepSubscription, ownSubscription } from '../../src/net/push';
import { fetchWords } from 'virtual:words/notifications';
import { open, TestSocket } from '../net/socket';

const MAIL: Subscription = {
  id: 'm1',
  kind: 'email',
  label: 'ada@example.org',
  language: 'en',
  since: 0,
  ready: true,
  fault: null,
};
const NOTIFICATIONS: NotificationsResponse = { kinds: ['push', 'email', 'webhook'], push_key: 'BAAA', ways: [] };

let asked: { method: string; path: string; body: unknown }[];
let notifications: NotificationsResponse;
let answers: Record<string, Response>;

beforeEach(async () => {
  asked = [];
  notifications = NOTIFICATIONS;
  answers = {
    'GET /guests/me/calendar': new Response(JSON.stringify({ created: null })),
    'GET /guests/me/vacation': new Response(JSON.stringify({ allowance: 30, left: 30, until: null })),
  };
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, path: path.replace('/api/v1', ''), body: body ? JSON.parse(body as string) : undefined });
    return Promise.resolve(
      answers[`${method} ${path.replace('/api/v1', '')}`] ?? new Response(JSON.stringify(notifications)),
    );
  });
  signedIn({ token: 'token', name: 'Ann' });
  await speak('en');
  await fetchWords();
});
afterEach(() => {
  cleanup();
  signedOut();
  keepSubscription(null);
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

const region = async (name: string): Promise<ReturnType<typeof within>> =>
  within(await screen.findByRole('region', { name }));

describe('being told', () => {
  it('offers what the server can do, and says what this browser cannot', async () => {
    notifications = { ...NOTIFICATIONS, kinds: ['push', 'webhook'] };
    render(NoticesPage);
    expect((await region('In this browser')).getByText(/only at an address that begins with https/)).toBeTruthy();
    expect(await region('Webhook, for a program of yours')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'By e-mail' })).toBeNull();
  });

  it('says that a server tells nobody', async () => {
    notifications = { kinds: [], push_key: null, ways: [] };
    render(NoticesPage);
    expect(await screen.findByText('This server sends no notifications.')).toBeTruthy();
  });

  it('asks for an address, and says why it will not do', async () => {
    const refused = { code: 'notice.failed', facts: { cause: 'unreachable' } };
    answers['POST /guests/me/notices/email'] = new Response(JSON.stringify(refused), { status: 502 });
    render(NoticesPage);
    const email = await region('By e-mail');
    await fireEvent.input(email.getByLabelText('E-mail address'), { target: { value: ' ada@example.org ' } });
    await fireEvent.click(email.getByRole('button', { name: 'Send me the link' }));
    expect(await email.findByText('The message was not delivered: the address cannot be reached.')).toBeTruthy();
    expect(asked.at(-1)?.body).toEqual({ address: 'ada@example.org', language: 'en' });
  });

  it('is tried and stopped, each by a button that says what of', async () => {
    notifications = { ...NOTIFICATIONS, ways: [{ ...MAIL, fault: 'SMTP 550' }] };
    render(NoticesPage);
    const email = await region('By e-mail');
    expect(email.getByText('The last message was not delivered: it was refused (SMTP 550).')).toBeTruthy();
    answers['POST /guests/me/notices/m1/test'] = new Response(null, { status: 204 });
    await fireEvent.click(email.getByRole('button', { name: 'Test: ada@example.org' }));
    await waitFor(() => expect(currentNotice()).toBe('A message is on its way.'));
    notifications = NOTIFICATIONS;
    answers['DELETE /guests/me/notices/m1'] = new Response(null, { status: 204 });
    await fireEvent.click(email.getByRole('button', { name: 'Stop: ada@example.org' }));
    expect(await screen.findByLabelText('E-mail address')).toBeTruthy();
  });

  it('waits until an address is confirmed', async () => {
    notifications = { ...NOTIFICATIONS, ways: [{ ...MAIL, ready: false }] };
    render(NoticesPage);
    const email = await region('By e-mail');
    expect(email.getByText('Open the link in the e-mail that was sent there.')).toBeTruthy();
    expect(email.queryByRole('button', { name: /^Try/ })).toBeNull();
  });

  it.each([
    ['#confirm=abc', 'POST', '/notices/confirm', 'Your address is confirmed. Notifications go there from now on.'],
    ['#stop=a%2Fb', 'POST', '/notices/stop?token=a%2Fb', 'You will get no more of these e-mails.'],
  ])('does at once what a link says: %s', async (hash, method, path, said) => {
    history.replaceState(null, '', `/notices${hash}`);
    answers[`${method} ${path}`] = new Response(null, { status: 204 });
    render(NoticesPage);
    expect(await screen.findByText(said)).toBeTruthy();
    expect(location.hash).toBe('');
    expect(asked.filter((one) => one.path === path)).toHaveLength(1);
  });

  it('shows the secret of a program once', async () => {
    const made = { way: { ...MAIL, id: 'w1', kind: 'webhook', label: 'https://a.org/x' }, secret: 's3cret' };
    answers['POST /guests/me/notices/webhook'] = new Response(JSON.stringify(made));
    render(NoticesPage);
    const program = await region('Webhook, for a program of yours');
    notifications = { ...NOTIFICATIONS, ways: [made.way as Subscription] };
    await fireEvent.input(program.getByLabelText('URL'), { target: { value: 'https://a.org/x' } });
    await fireEvent.click(program.getByRole('button', { name: 'Add this URL' }));
    expect(await program.findByText('s3cret')).toBeTruthy();
    expect(await program.findByRole('button', { name: 'Test: https://a.org/x' })).toBeTruthy();
  });
});

describe('a chat', () => {
  it.each([
    ['discord', 'On Discord', 'URL of the channel’s webhook', 'Tell me on Discord'],
    ['matrix', 'On Matrix', 'URL of the room’s webhook', 'Tell me on Matrix'],
  ])('is told by its own webhook, without a secret of ours: %s', async (kind, region_, label, go) => {
    notifications = { ...NOTIFICATIONS, kinds: ['discord', 'matrix', 'webhook'] };
    const made = { way: { ...MAIL, id: 'd1', kind, label: 'discord.com …x/yz' }, secret: '' };
    answers['POST /guests/me/notices/webhook'] = new Response(JSON.stringify(made));
    render(NoticesPage);
    const chat = await region(region_);
    notifications = { ...notifications, ways: [made.way as Subscription] };
    await fireEvent.input(chat.getByLabelText(label), { target: { value: 'https://discord.com/x/yz' } });
    await fireEvent.click(chat.getByRole('button', { name: go }));
    expect(await chat.findByRole('button', { name: 'Test: discord.com …x/yz' })).toBeTruthy();
    const body = { url: 'https://discord.com/x/yz', language: 'en', kind };
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual(body);
    expect(screen.queryByText(/With this secret/)).toBeNull();
  });
});

describe('a browser', () => {
  it('writes bytes as the server reads them, and knows its name', () => {
    expect(encodeKey(new Uint8Array([251, 255, 0, 1]).buffer)).toBe('-_8AAQ');
    expect(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
      'Firefox, Linux',
    );
    expect(
      browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604'),
    ).toBe('Safari, iPhone');
  });

  it('remembers which way leads to it, and says what keeps it', () => {
    keepSubscription('p1');
    expect([ownSubscription(), hindrance()]).toEqual(['p1', 'insecure']);
  });
});

describe('a message', () => {
  interface Worker {
    readonly shown: { title: string; options: { body: string; tag: string; data: { path: string } } }[];
    readonly opened: string[];
    readonly focused: string[];
    readonly hear: Record<string, (event: object) => void>;
  }

  /** The worker as it is built, in a browser of our own. */
  function worker(pages: readonly string[]): Worker {
    const made: Worker = { shown: [], opened: [], focused: [], hear: {} };
    const self = {
      location: { origin: 'https://codex.test', href: 'https://codex.test/sw.js' },
      addEventListener: (name: string, heard: (event: object) => void) => (made.hear[name] = heard),
      registration: {
        showNotification: (title: string, options: Worker['shown'][number]['options']) =>
          Promise.resolve(made.shown.push({ title, options })),
      },
      clients: {
        matchAll: () => Promise.resolve(pages.map((url) => ({ url, focus: () => made.focused.push(url) }))),
        openWindow: (url: string) => Promise.resolve(made.opened.push(url)),
      },
    };
    const source = readFileSync('src/pwa/service-worker.js', 'utf8');
    new Function('self', source)(self);
    return made;
  }

  const happened = async (made: Worker, name: string, event: object): Promise<void> => {
    let work: unknown;
    made.hear[name]?.({ ...event, waitUntil: (promise: unknown) => (work = promise) });
    await work;
  };
  const PUSHED = { title: 'Your turn', body: 'With Bob', path: '/t/abc', tag: 'x', lang: 'en' };

  it('is shown, also by a page that is closed', async () => {
    const made = worker([]);
    await happened(made, 'push', { data: { json: () => PUSHED } });
    expect(made.shown).toHaveLength(1);
    expect(made.shown[0]).toMatchObject({
      title: 'Your turn',
      options: { body: 'With Bob', tag: 'x', data: { path: '/t/abc' } },
    });
  });

  it.each([
    [['https://codex.test/t/abc'], [], ['https://codex.test/t/abc']],
    [['https://codex.test/'], ['https://codex.test/t/abc'], []],
  ])('leads to its table, in the page that shows it if there is one', async (pages, opened, focused) => {
    const made = worker(pages);
    await happened(made, 'notificationclick', { notification: { data: { path: '/t/abc' }, close: () => undefined } });
    expect([made.opened, made.focused]).toEqual([opened, focused]);
  });
});

const greeting = (): ClientMessage => ({ type: 'hello', token: null, after: 0, changes: true, previews: true });

describe('a table', () => {
  it('is told when its page is hidden, and when it is seen again', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const link = new Link('x', { greeting, heard: () => undefined, lost: () => undefined }, open);
    TestSocket.last.accept();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(TestSocket.last.sentOf('ping')).toEqual([
      { type: 'ping', hidden: true },
      { type: 'ping', hidden: false },
    ]);
    link.close();
    hidden.mockRestore();
  });

  it('is left alone by somebody who is shut out', () => {
    const lost = vi.fn();
    const link = new Link('x', { greeting, heard: () => undefined, lost }, open);
    TestSocket.last.fall(4403);
    expect(lost).toHaveBeenCalledWith(true, '');
    link.close();
    expect(wordsFor('guest.suspended', { reason: 'Rude words.', until: 1_800_000_000 })).toBe(
      'The host of this server has banned you until January 15, 2027: Rude words.',
    );
  });
});
