// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceAtHome } from '#contract/homes.ts';
import type { Profile } from '#contract/profiles.ts';
import { noEmail } from '#domain/no-email.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { CustomerHome } from './customer-home.tsx';

const today = { year: 2026, month: 11, day: 24 };
const service: ServiceAtHome = {
  engagementId: 'e',
  status: 'ENGAGEMENT_STATUS_RUNNING',
  isPausedUnpaid: false,
  blockedWhy: null,
  productName: 'Yard Cleanup',
  yard: { id: 'y', label: 'Home', city: 'Rogers', gateNotes: null, dogNotes: null },
  priceToAgreeTo: null,
  next: null,
  hold: null,
  last: null,
  failed: null,
  unfinished: null,
};

const next: NonNullable<ServiceAtHome['next']> = {
  date: today,
  workerName: 'Walt R.',
  step: null,
  between: null,
  yardsBefore: null,
};

const canceled = 'ENGAGEMENT_STATUS_CANCELLED';

let owed: number;
let isOwedKnown: boolean;
let cards: object[];
let areCardsKnown: boolean;
let known: Partial<Profile>;

beforeEach(() => {
  unpack();
  [owed, isOwedKnown, cards, areCardsKnown] = [0, true, [], true];
  known = {};
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const overdueOf = (amount: number) => ({
  openAmount: 3000,
  amount,
  givenUpAmount: 1500,
  toConfirm: [],
  toConfirmEngagementIds: [],
  notConfirmedAmount: 0,
});

async function open(home: object, details: Partial<Profile> = {}) {
  phone.farEnd = ({ path }) => {
    if (!areCardsKnown && path.endsWith('/cards-to-replace')) return { status: 503, body: {} };
    if (/profiles[/][^/]+$/.test(path)) return { body: { profile: { ...sessionOf('casey').profiles[0], ...known } } };
    if (!path.endsWith('/overdue'))
      return {
        body: {
          cards,
          today,
          services: [],
          waitingOrders: [],
          lastOfAll: null,
          hasFeed: false,
          hasProduct: true,
          ...home,
        },
      };
    return isOwedKnown ? { body: overdueOf(owed) } : { status: 503, body: {} };
  };
  const session = sessionOf('casey');
  store.dispatch(sessionRestored(session));
  render(onPage(<CustomerHome profile={{ ...(session.profiles[0] as Profile), ...details }} />));
  // What is owed stands above it.
  return (await screen.findAllByRole('heading', { level: 2 })).at(-1)?.textContent;
}
/** Of the services, without those to other pages. */
const links = () =>
  screen
    .queryAllByRole('link')
    .filter((link) => !link.closest('[aria-label="Next steps"]'))
    .map(({ textContent }) => textContent);

test('a service that rests until it is paid names the amount, and offers no resuming that would be refused', async () => {
  owed = 3000;
  await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true }] });
  await screen.findByRole('heading', { level: 2, name: '$30.00 to pay' });
  for (const end of ['/overdue', '/cards-to-replace']) {
    expect(phone.calls.filter(({ path }) => path.endsWith(end))).toHaveLength(1);
  }
  expect(screen.getByText('Nobody comes until then. Once it is paid, your visits resume automatically.')).toBeDefined();
  expect(links().join()).not.toMatch(/Resume/);
});

test('of a proposal without a worker nothing can be skipped or paused', async () => {
  expect(await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PROPOSED' }] })).toBe(
    'We are looking for your keeper',
  );
  expect(links()).toContain('Change or cancel');
  expect(screen.queryByRole('button', { name: 'Going away?' })).toBeNull();
});

test('a proposal whose price has risen is not called one that we look for a keeper for', async () => {
  const waiting = { ...service, status: 'ENGAGEMENT_STATUS_PROPOSED' as const, priceToAgreeTo: 2000 };
  expect(await open({ services: [waiting] })).toBe('A new price to agree to');
  screen.getByText('It waits for your answer.');
});

test('a running service offers to skip, to pause and days away', async () => {
  await open({ services: [service] });
  expect(links()).toContain('Skip, pause or change');
  fireEvent.click(screen.getByRole('button', { name: 'Going away?' }));
  // Others of the same customer go on.
  within(await screen.findByRole('dialog')).getByText(`${service.productName}, ${service.yard.label}`);
});

test('who left reads when the last visit was, and may ask again', async () => {
  expect(await open({ lastOfAll: { date: today, workerName: 'Walt R.' } })).toBe('No more visits are planned');
  expect(screen.getByText(/^Your last visit, by Walt R\., was on Nov 24, 2026\. Ask/)).toBeDefined();
  expect(links()).toEqual(['Ask for visits again']);
  expect(screen.queryByRole('button', { name: 'Visits in your calendar' })).toBeNull();
});

test.for([
  ['ended before any visit', { hasFeed: true }],
  ['was canceled while a visit of it is under way', { services: [{ ...service, status: canceled }], hasFeed: true }],
] as const)('whose service %s ends the calendar’s address, and is offered no other', async ([, home]) => {
  const url = 'https://yardpack.test/v1/calendar-feeds/abc.ics';
  await open(home);
  const homeEnd = phone.farEnd;
  phone.farEnd = (call) => {
    if (!call.path.endsWith('/calendar-feed')) return homeEnd(call);
    return { body: { url: call.method === 'DELETE' ? null : url } };
  };
  fireEvent.click(screen.getByRole('button', { name: 'Visits in your calendar' }));
  await screen.findByText(url);
  const buttons = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('button')
      .map((one) => one.textContent);
  expect(buttons().filter((name) => /address|Copy/.test(name ?? ''))).toEqual(['End this address']);
  expect(screen.queryByRole('link', { name: 'Open in my calendar' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'End this address' }));
  await screen.findByText('There is no address anymore.');
  expect(buttons().filter((name) => /address/.test(name ?? ''))).toEqual([]);
});

test('who has a service is offered a calendar address', async () => {
  await open({ services: [service] });
  phone.farEnd = () => ({ body: { url: null } });
  fireEvent.click(screen.getByRole('button', { name: 'Visits in your calendar' }));
  await screen.findByRole('button', { name: 'Make an address' });
});

test('a customer is led to the order that waits for them', async () => {
  const order = { orderId: 'o', productName: 'Weekly yard cleanup', street: '100 Main St' };
  expect(await open({ waitingOrders: [order] })).toBe('Your service is almost ready');
  // They may have a card already.
  expect(screen.getByText(/“Weekly yard cleanup” at 100 Main St.* and choose how to pay,/)).toBeTruthy();
  expect(links()).toEqual([]);
  phone.farEnd = () => ({ body: { token: 'a-token' } });
  fireEvent.click(screen.getByRole('button', { name: 'Review and accept' }));
  await expect.poll(() => phone.calls.at(-1)?.path).toMatch(/waiting-orders[/]o[/]open$/);
});

test('who is new is asked for nothing while there is no product, and may write to us', async () => {
  expect(await open({ hasProduct: false })).toBe('Nothing to ask for yet');
  expect(links()).toEqual(['Write to us']);
  expect(screen.queryByText('Request a service')).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  expect(await open({})).toBe('No visits yet');
  expect(links()).toEqual(['Ask for your first visit']);
  expect(screen.queryByRole('button', { name: 'Visits in your calendar' })).toBeNull();
});

test('what is owed is missed in words when it cannot be loaded, with a way to try again and to the bills', async () => {
  isOwedKnown = false;
  await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true }] });
  expect(screen.getByText('What you owe could not be loaded.')).toBeDefined();
  expect(links()).toContain('Your bills');
  [owed, isOwedKnown] = [3000, true];
  await waitFor(() => {
    // A press while it is being asked for anyway does nothing.
    const [again] = screen.queryAllByRole('button', { name: 'Try again' });
    if (again) fireEvent.click(again);
    screen.getByRole('heading', { level: 2, name: '$30.00 to pay' });
  });
  expect(links()).toContain('Pay $30.00');
  expect(screen.queryByText('What you owe could not be loaded.')).toBeNull();
});

test('a visit that was begun and left is told of', async () => {
  const unfinished = { date: { ...today, day: 23 }, workerName: 'Walt R.' };
  await open({ services: [{ ...service, unfinished }] });
  expect(screen.getByText(/^Walt R\. began the visit of Nov 23, 2026 and has not finished it yet/)).toBeDefined();
});

test('a service that nobody has anymore while its visit is under way says so', async () => {
  const step = { status: 'WORK_STATUS_TRAVEL_STARTED', since: '2026-11-24T15:00:00Z' } as const;
  await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PROPOSED', next: { ...next, step } }] });
  screen.getByText('This service has no keeper after this visit');
});

test('a service that is paused while its visit is under way says so, and offers to resume it', async () => {
  const paused = { ...service, status: 'ENGAGEMENT_STATUS_PAUSED' } as const;
  const step = { status: 'WORK_STATUS_WORK_STARTED', since: '2026-11-24T15:00:00Z' } as const;
  expect(await open({ services: [{ ...paused, next: { ...next, step } }] })).toMatch(/ is cleaning up$/);
  screen.getByText('This service is paused after this visit');
  expect(links()).toContain('Resume or change');
  expect(screen.queryByRole('button', { name: 'Going away?' })).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  expect(await open({ services: [paused] })).toBe('Paused');
  screen.getByText('Yard Cleanup, Home');
});

test('of one service with a visit to come its name is not said, of several each says which it is, the soonest first', async () => {
  await open({ services: [{ ...service, next }] });
  screen.getByText('Next visit');
  cleanup();
  store.dispatch(api.util.resetApiState());
  const deep = { ...service, engagementId: 'd', productName: 'Deep Cleanup', status: 'ENGAGEMENT_STATUS_PROPOSED' };
  await open({ services: [{ ...service, next }, deep] });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Today, Tue, Nov 24', 'We are looking for your keeper']);
  screen.getByText('Yard Cleanup, Home');
  screen.getByText('Deep Cleanup, Home');
});

for (const [words, state] of [
  ['Walt R. comes. We tell you once they are on the way.', {}],
  ['Walt R. comes to you next. We tell you once they are on the way.', { yardsBefore: 0 }],
  ['Walt R. comes, 2 yards before yours. We tell you once they are on the way.', { yardsBefore: 2 }],
  [
    'between 9:15 AM and 10:00 AM',
    { between: { from: '2026-11-24T15:15:00Z', to: '2026-11-24T16:00:00Z' }, yardsBefore: 2 },
  ],
  ['Walt R. is on the way', { step: { status: 'WORK_STATUS_TRAVEL_STARTED', since: '2026-11-24T15:15:00Z' } }],
  ['Walt R. is there', { step: { status: 'WORK_STATUS_TRAVEL_COMPLETED', since: '2026-11-24T15:15:00Z' } }],
  ['Walt R. is cleaning up', { step: { status: 'WORK_STATUS_WORK_STARTED', since: '2026-11-24T15:15:00Z' } }],
  ['Tomorrow, Wed, Nov 25', { date: { ...today, day: 25 } }],
  ['Walt R. comes.', { date: { ...today, day: 27 } }],
] as const) {
  test(`of today's visit stands: ${words}`, async () => {
    await open({ services: [{ ...service, next: { ...next, ...state } }] });
    screen.getByText(words);
  });
}

test('a card that is about to expire, a new price and a visit that did not take place are told of', async () => {
  cards = [{ id: 'k', name: 'Visa (4242)', state: 'expiring', expiresOn: { ...today, day: 30 } }];
  const failed = { date: { ...today, day: 20 }, kind: 'could-not', reason: 'The gate was locked' };
  const asked = { ...service, engagementId: 'd', status: 'ENGAGEMENT_STATUS_PROPOSED', priceToAgreeTo: 2500 };
  await open({ services: [{ ...service, failed }, asked] });
  await screen.findByText('Visa (4242) expires on Nov 30.');
  expect(links()).toEqual(expect.arrayContaining(['Add another', 'See the new price']));
  screen.getByText('A visit costs $25.00 now. We look for a keeper as soon as you agree to it.');
  screen.getByText('We could not clean up on Nov 20, 2026: The gate was locked');
});

test('what did not let a worker in stands as doubted, also once it is no news anymore; a missed visit costs nothing', async () => {
  const yard = { ...service.yard, gateNotes: 'Code 4417', noAccessOn: { ...today, day: 13 } };
  const failed = { date: { ...today, day: 20 }, kind: 'missed', reason: null };
  await open({
    services: [
      { ...service, yard, failed },
      { ...service, engagementId: 'm', yard: { ...yard, gateNotes: null } },
      { ...service, engagementId: 'n', yard: { ...yard, noAccessOn: undefined } },
    ],
  });
  screen.getByText('Nobody got in on Fri, Nov 13. Is this still right?');
  screen.getByText('Nobody got in on Fri, Nov 13.');
  expect(links()).toContain('Say so, or change it gate and dogs of Home');
  screen.getByText('Nobody came on Nov 20, 2026. That visit is not charged.');
});

test('the last visit stands with its picture, and what the keeper has to know with a way to change it', async () => {
  const photo = { id: 'f', workId: 'w', fileName: 'a.jpg', contentType: 'image/jpeg', downloadUrl: '/a.jpg' };
  const last = {
    date: { ...today, day: 17 },
    completedAt: '2026-11-17T15:30:00Z',
    workerName: 'Walt R.',
    photos: [{ ...photo, createdAt: '2026-11-17T15:29:00Z' }],
  };
  const yard = { ...service.yard, gateNotes: 'Code 0815', dogNotes: 'Juno' };
  await open({ services: [{ ...service, last, yard }] });
  screen.getByText('Tue, Nov 17 at 9:30 AM, by Walt R.');
  await screen.findByRole('img', { name: /photo/i });
  screen.getByText('Code 0815');
  screen.getByText('Juno');
  expect(links()).toContain('Change gate and dogs of Home');
});

test('of who has ended the service a visit under way stands there, and one that was left; nothing can be skipped', async () => {
  const ended = { ...service, status: 'ENGAGEMENT_STATUS_CANCELLED' } as const;
  const step = { status: 'WORK_STATUS_WORK_STARTED', since: '2026-11-24T15:00:00Z' } as const;
  expect(await open({ services: [{ ...ended, next: { ...next, date: today, step } }] })).toMatch(/ is cleaning up$/);
  screen.getByText('This service is canceled');
  expect(screen.queryByText('Next visit')).toBeNull();
  screen.getByRole('link', { name: 'Look at the service' });
  expect(screen.queryByRole('button', { name: 'Going away?' })).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  const unfinished = { date: { ...today, day: 23 }, workerName: 'Walt R.' };
  expect(await open({ services: [{ ...ended, unfinished }] })).toBe('No more visits');
  screen.getByText('This service is canceled');
  screen.getByText('Nobody comes anymore.');
  screen.getByText(/^Walt R. began the visit of/);
  cleanup();
  store.dispatch(api.util.resetApiState());
  await open({
    services: [
      { ...ended, unfinished },
      { ...service, engagementId: 'f', next },
    ],
  });
  screen.getByText('Yard Cleanup, Home, is canceled');
  screen.getByText('Yard Cleanup, Home');
});

test('a last visit that was finished later has its day and no time', async () => {
  const last = { date: { ...today, day: 17 }, completedAt: null, workerName: 'Walt R.', photos: [] };
  await open({ services: [{ ...service, last }] });
  screen.getByText('Tue, Nov 17, by Walt R.');
});

test('visits that cannot be loaded are missed in words, while what is owed and the ways on stay', async () => {
  owed = 3000;
  let isHomeBroken = true;
  const session = sessionOf('casey');
  store.dispatch(sessionRestored(session));
  phone.farEnd = ({ path }) => {
    if (path.endsWith('/home')) {
      return isHomeBroken
        ? { status: 503, body: {} }
        : { body: { today, services: [{ ...service, next }], waitingOrders: [], lastOfAll: null, hasProduct: true } };
    }
    return { body: path.endsWith('/overdue') ? overdueOf(owed) : { cards } };
  };
  render(onPage(<CustomerHome profile={session.profiles[0] as Profile} />));
  await screen.findByText('The visits could not be loaded');
  screen.getByText('Your payment did not go through');
  screen.getByRole('navigation', { name: 'Next steps' });
  isHomeBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Today, Tue, Nov 24');
  expect(screen.queryByText('The visits could not be loaded')).toBeNull();
});

test('that the state of the cards is not known is said, and can be asked again', async () => {
  areCardsKnown = false;
  await open({ services: [service] });
  await screen.findByText('The state of the cards could not be loaded.');
  areCardsKnown = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The state of the cards could not be loaded.')).toBeNull());
});

const broken = { why: 'bounced' as const, reason: '', at: '2026-11-20T15:00:00Z' };
const gone = { email: noEmail('x'), emailBroken: { ...broken, why: 'taken' as const } };
const byText = { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' as const };
const unreached = 'Neither texts nor emails reach you. You won’t hear about visits and bills.';

test.each<[string, Partial<Profile>, string | undefined, string | undefined]>([
  ['an address that works', byText, undefined, undefined],
  ['no address, and texts', { ...gone, ...byText }, 'Your account has no email address.', 'Add email address'],
  [
    'no address, and a phone that said STOP',
    { ...gone, ...byText, textsEnded: 'stopped' },
    `${unreached} Add an email address to your profile, or text START to the number that our texts came from.`,
    'Add email address',
  ],
  [
    'no address, and a number that gets no texts',
    { ...gone, ...byText, textsEnded: 'refused' },
    `${unreached} Add an email address to your profile, or another phone number: your carrier blocks our texts.`,
    'Add email address',
  ],
  [
    'no address but another one under way, and a phone that said STOP',
    { ...gone, ...byText, pendingEmail: 'right@example.com', textsEnded: 'stopped' },
    `${unreached} Press the link that we emailed to right@example.com, or change the address.`,
    'Change email address',
  ],
  [
    'no address but another one under way, and texts',
    { ...gone, ...byText, pendingEmail: 'right@example.com' },
    'Your account has no email address. Press the link that we emailed to right@example.com, or change the address.',
    'Change email address',
  ],
  ['a broken address, and texts', { emailBroken: broken, ...byText }, undefined, undefined],
  [
    'a broken address, and a phone that said STOP',
    { emailBroken: broken, ...byText, textsEnded: 'stopped' },
    `${unreached} Change the email address in your profile, or text START to the number that our texts came from.`,
    'Change email address',
  ],
  [
    'a broken address, and no wish for texts',
    { emailBroken: broken, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' },
    `${unreached} Change the email address in your profile, or choose texts there.`,
    'Change email address',
  ],
  [
    'an address that nobody confirmed',
    { emailUnconfirmed: true, ...byText },
    'Your email address isn’t confirmed. Press the link that we emailed to wren@example.com, or change the address.',
    'Change email address',
  ],
  [
    'an address that nobody confirmed, and a phone that said STOP',
    { emailUnconfirmed: true, ...byText, textsEnded: 'stopped' },
    `${unreached} Press the link that we emailed to wren@example.com, or change the address.`,
    'Change email address',
  ],
  [
    'an address that nobody confirmed, and another one under way',
    { emailUnconfirmed: true, pendingEmail: 'right@example.com', ...byText },
    'Your email address isn’t confirmed. Press the link that we emailed to right@example.com, or change the address.',
    'Change email address',
  ],
])(
  'a customer with %s reads what does not reach them, and what helps',
  async (_, { textsEnded, ...listed }, words, link) => {
    // A list of profiles does not say how it stands with texts.
    known = { ...listed, textsEnded };
    await open({}, listed);
    const region = screen.queryByRole('region', { name: 'How we reach you' });
    const said = region && [...region.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');
    expect(said ?? undefined).toBe(words);
    const way = region && within(region).getByRole('link');
    expect([way?.textContent, way?.getAttribute('href')]).toEqual(
      link ? [link, `/profiles/${sessionOf('casey').profiles[0]?.id}`] : [undefined, undefined],
    );
    // Whoever is reached by email causes no further request.
    const asks = phone.calls.filter(({ path }) => /profiles[/][^/]+$/.test(path)).length;
    expect(asks).toBe(listed.emailBroken || listed.emailUnconfirmed ? 1 : 0);
  },
);
