import { expect } from 'vitest';
import { businessDay, calendarDay, weekDayOf } from '#domain/calendar.ts';
import { charges } from '../database/schema/billing.ts';
import { messages } from '../database/schema/messages.ts';
import { tell } from '../messages/service.ts';
import { openSettings } from '../settings-book.ts';
import { readEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  engagementBody,
  workUntil,
} from '../testing/engagement-factories.ts';
import { agreeToAll, buildCustomer, buildEmployee, type Person, saveSettings } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const read = async (yardpack: TestWorld, { accessToken: as }: Person) =>
  (await yardpack.call('getSettings', { as })).body;

test('a change counts a minute after it was saved, and stands in the record', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const before = await read(yardpack, owner);
  expect(before).toMatchObject({
    settings: { standardRate: 1500, largeRate: 2500, platformFeePercent: 20, businessName: 'Yardpack' },
    upcoming: [],
  });

  const values = { standardRate: 1600, businessName: 'Scoop & Sons', largeRate: 2500 };
  const saved = await saveSettings(yardpack, owner, values);
  expect(saved.body.settings).toEqual(before.settings);
  expect(saved.body.upcoming).toMatchObject([
    {
      savedBy: 'Erin Moss',
      fields: [
        { name: 'standardRate', to: '1600' },
        { name: 'businessName', to: 'Scoop & Sons' },
      ],
    },
  ]);
  const [change] = saved.body.upcoming;
  const notice = Temporal.Instant.from(change?.from ?? '').since(Temporal.Instant.from(change?.savedAt ?? ''));
  expect(notice.total('seconds')).toBe(60);

  const prices = async () => (await yardpack.call('listProducts', { as: owner.accessToken })).body.baseRates;
  expect(await prices()).toEqual({ standard: 1500, large: 2500 });
  await yardpack.advance('PT61S');
  expect(await prices()).toEqual({ standard: 1600, large: 2500 });
  expect(await read(yardpack, owner)).toMatchObject({ settings: { ...before.settings, ...values }, upcoming: [] });
  // The answer was lost, and the request comes again.
  expect((await saveSettings(yardpack, owner, values)).body.upcoming).toEqual([]);

  const query = { kind: 'settings-changed' } as const;
  const { changes } = (await yardpack.call('listChanges', { as: owner.accessToken, query })).body;
  expect(changes).toMatchObject([
    {
      by: { name: 'Erin Moss' },
      fields: [
        { name: 'standardRate', from: '1500', to: '1600' },
        { name: 'businessName', from: 'Yardpack', to: 'Scoop & Sons' },
        { name: 'from', from: null, to: change?.from },
      ],
    },
  ]);
});

test('a change of a later day counts when the business begins that day, unless it is taken back', async ({
  yardpack,
}) => {
  const owner = await buildEmployee(yardpack);
  const day = businessDay(yardpack.world.clock.now()).add({ days: 2 });
  const from = calendarDay(day);
  await saveSettings(yardpack, owner, { standardRate: 1700, from });
  const { upcoming } = (await saveSettings(yardpack, owner, { supportHours: 'Monday to Friday', from })).body;
  const start = day.toZonedDateTime('America/Chicago').toInstant().toString();
  expect(upcoming.map((change) => change.from)).toEqual([start, start]);

  const params = { settingsId: upcoming[0]?.id ?? '' };
  for (let time = 0; time < 2; time += 1) {
    expect((await yardpack.call('takeBackSettings', { as: owner.accessToken, params })).status).toBe(200);
  }
  await advanceFor(yardpack, 'P3D', [owner]);
  expect(await read(yardpack, owner)).toMatchObject({
    settings: { standardRate: 1500, supportHours: 'Monday to Friday' },
    upcoming: [],
  });
  const query = { kind: 'settings-taken-back' } as const;
  const { changes } = (await yardpack.call('listChanges', { as: owner.accessToken, query })).body;
  expect(changes).toMatchObject([{ fields: [{ name: 'standardRate', from: null, to: '1700' }] }]);
});

test('what is saved for the same later day replaces what was, and the rest of it stays', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const from = calendarDay(businessDay(yardpack.world.clock.now()).add({ days: 2 }));
  await saveSettings(yardpack, owner, { standardRate: 1700, supportHours: 'Monday to Friday', from });
  const { upcoming } = (await saveSettings(yardpack, owner, { standardRate: 1800, from })).body;
  expect(upcoming.map(({ fields }) => fields)).toEqual([
    [{ name: 'supportHours', to: 'Monday to Friday' }],
    [{ name: 'standardRate', to: '1800' }],
  ]);
  const last = (await saveSettings(yardpack, owner, { standardRate: 1900, from })).body.upcoming;
  expect(last.map(({ fields }) => fields)).toEqual([
    [{ name: 'supportHours', to: 'Monday to Friday' }],
    [{ name: 'standardRate', to: '1900' }],
  ]);
  const params = { settingsId: last[1]?.id ?? '' };
  expect((await yardpack.call('takeBackSettings', { as: owner.accessToken, params })).status).toBe(200);
  await advanceFor(yardpack, 'P3D', [owner]);
  expect((await read(yardpack, owner)).settings).toMatchObject({
    standardRate: 1500,
    supportHours: 'Monday to Friday',
  });
});

test('what counts already, or in a moment, cannot be taken back', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const { upcoming } = (await saveSettings(yardpack, owner, { standardRate: 1700 })).body;
  const call = { as: owner.accessToken, params: { settingsId: upcoming[0]?.id ?? '' } };
  for (const later of ['PT40S', 'PT61S']) {
    await yardpack.advance(later);
    expect((await yardpack.call('takeBackSettings', call)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  }
  expect((await read(yardpack, owner)).settings.standardRate).toBe(1700);
});

test('of two who save at once one is told, and saves again on what is there by then', async ({ yardpack }) => {
  const [erin, ole] = [await buildEmployee(yardpack), await buildEmployee(yardpack)];
  const { version } = await read(yardpack, erin);
  const answers = await Promise.all([
    saveSettings(yardpack, erin, { standardRate: 1600, version }),
    saveSettings(yardpack, ole, { supportPhone: '(479) 555-0100', version }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const blind = await yardpack.call('saveSettings', { as: ole.accessToken, body: { standardRate: 1900 } });
  expect(blind.error.fields).toMatchObject([{ path: 'body.version' }]);
  const seen = await read(yardpack, ole);
  const wins = answers[0].status === 200;
  expect(seen.soon).toMatchObject(wins ? { standardRate: 1600 } : { supportPhone: '(479) 555-0100' });
  const again = wins ? { supportPhone: '(479) 555-0100' } : { standardRate: 1600 };
  const saved = await saveSettings(yardpack, ole, { ...again, version: seen.version });
  expect(saved.body.soon).toMatchObject({ standardRate: 1600, supportPhone: '(479) 555-0100' });
});

test('bad values are named at their fields, and nothing is saved', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  for (const [values, field] of [
    [{ standardRate: 0 }, 'standardRate'],
    [{ standardRate: -1500 }, 'standardRate'],
    [{ largeRate: 15.5 }, 'largeRate'],
    [{ largeRate: 1e9 }, 'largeRate'],
    [{ platformFeePercent: 101 }, 'platformFeePercent'],
    [{ lockedGateFee: -1 }, 'lockedGateFee'],
    [{ businessName: '  ' }, 'businessName'],
    [{ shortName: 'Scoop & Sons of Arkansas' }, 'shortName'],
    [{ shortName: 'Scoop 🐕' }, 'shortName'],
    [{ supportPhone: 'call me' }, 'supportPhone'],
    [{ timeZone: 'Europe/Paris' }, 'timeZone'],
    // No yard is at a military post office.
    [{ serviceState: 'AP' }, 'serviceState'],
    [{ supportPhone: '(((((((' }, 'supportPhone'],
    [{ supportPhone: '(900) 555-0142' }, 'supportPhone'],
    [{ contactEmail: 'nobody' }, 'contactEmail'],
    [{ contactEmail: 'a@b' }, 'contactEmail'],
    [{ textsFromHour: 7 }, 'textsFromHour'],
    [{ textsFromHour: 21 }, 'textsFromHour'],
    [{ textsUntilHour: 22 }, 'textsUntilHour'],
    [{ textsFromHour: 12, textsUntilHour: 12 }, 'textsUntilHour'],
    [{ accentColor: 'orange' }, 'accentColor'],
    [{ accentColor: '#123' }, 'accentColor'],
    [{ accentColor: '#d33a2c' }, 'accentColor'],
    [{ doneWords: 'Hi {customer}' }, 'doneWords'],
    [{ onTheWayWords: 'x'.repeat(161) }, 'onTheWayWords'],
    [{ termsUrl: 'javascript:alert(1)' }, 'termsUrl'],
    [{ termsUrl: 'http://terms.example/' }, 'termsUrl'],
    [{ billingPortalUrl: 'http://pay.example/' }, 'billingPortalUrl'],
    [{ privacyUrl: 'https://[' }, 'privacyUrl'],
    [{ disclaimerUrl: 'https://%' }, 'disclaimerUrl'],
    [{ facebookUrl: 'https://a"><script>' }, 'facebookUrl'],
    [{ instagramUrl: 'https://user:pw@x.y/' }, 'instagramUrl'],
    [{ billingPortalUrl: '//evil.test' }, 'billingPortalUrl'],
    [{ billingPortalUrl: '/\t/evil.test' }, 'billingPortalUrl'],
    [{ billingPortalUrl: '/\\evil.test' }, 'billingPortalUrl'],
    [{ billingPortalUrl: 'https://[' }, 'billingPortalUrl'],
  ] as const) {
    const { status, error } = await saveSettings(yardpack, owner, values);
    expect([values, status, error.fields?.map(({ path }) => path)]).toEqual([values, 400, [`body.${field}`]]);
  }
  const misspelt = await saveSettings(yardpack, owner, { standartRate: 1600 });
  expect(misspelt.error.fields).toEqual([{ path: 'body', message: 'There is no setting called standartRate.' }]);
  const today = businessDay(yardpack.world.clock.now());
  for (const [days, message] of [
    [-1, 'Please choose today or a later day.'],
    [800, 'Please choose a day within 2 years.'],
  ] as const) {
    const from = calendarDay(today.add({ days }));
    const { error } = await saveSettings(yardpack, owner, { standardRate: 1600, from });
    expect(error.fields).toEqual([{ path: 'body.from', message }]);
  }
  expect((await read(yardpack, owner)).upcoming).toEqual([]);
});

test('what may be left out may be spaces, and an address may have lines', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const values = {
    taxLine: ' ',
    rainPolicy: 'We come.\r\nUnless it thunders.',
    termsUrl: '  ',
    billingPortalUrl: '/pay',
  };
  const address = '1 Yard Rd\nRogers, AR 72756';
  const links = { facebookUrl: 'https://fb.example/a?b=%20c#d', supportPhone: '479-250-0142' };
  const { status, body } = await saveSettings(yardpack, owner, { ...values, ...links, businessAddress: address });
  expect(status).toBe(200);
  expect(body.soon).toMatchObject({
    rainPolicy: 'We come.\nUnless it thunders.',
    taxLine: '',
    businessAddress: address,
  });
});

test('hours of texts stay in order, also by what counts later', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const day = (days: number) => calendarDay(businessDay(yardpack.world.clock.now()).add({ days }));
  const late = { textsFromHour: 14, textsUntilHour: 15 };
  await saveSettings(yardpack, owner, { textsUntilHour: 15, from: day(1) });
  const { upcoming } = (await saveSettings(yardpack, owner, { textsUntilHour: 20, from: day(2) })).body;
  expect((await saveSettings(yardpack, owner, { textsFromHour: 18, from: day(4) })).status).toBe(200);
  // It would be right today, and wrong from the fourth day on.
  const early = await saveSettings(yardpack, owner, { textsUntilHour: 17, from: day(3) });
  expect(early.error.fields).toMatchObject([
    { path: 'body.textsUntilHour', message: expect.stringContaining('begin at 6 PM and end at 5 PM') },
  ]);
  const params = { settingsId: upcoming.at(-1)?.id ?? '' };
  const takenBack = await yardpack.call('takeBackSettings', { as: owner.accessToken, params });
  expect(takenBack.error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await saveSettings(yardpack, owner, late)).status).toBe(200);
  expect((await read(yardpack, owner)).upcoming).toHaveLength(4);
});

test('the service area counts where a service is asked for, and one that is agreed stays', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const agreed = await buildEngagement(yardpack, customer);
  const { zipCode } = agreed.serviceAddress;
  const { serviceCities } = (await read(yardpack, owner)).settings;
  const without = serviceCities
    .split('\n')
    .map((line) => line.replace(` ${zipCode}`, ''))
    .filter((line) => /\d/.test(line))
    .join('\n');
  const preview = async (text: string) => {
    const body = { serviceState: 'AR', serviceCities: text } as const;
    return (await yardpack.call('previewArea', { as: owner.accessToken, body })).body;
  };
  expect(await preview(serviceCities)).toEqual({ customers: 0, services: 0, proposals: 0, orders: 0 });
  expect(await preview(without)).toEqual({ customers: 1, services: 0, proposals: 1, orders: 0 });

  await saveSettings(yardpack, owner, { serviceCities: without, serviceRegion: 'the Ozarks' });
  await yardpack.advance('PT61S');
  const message = expect.stringContaining('We serve the Ozarks.');
  const again = await yardpack.call('createEngagement', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
    body: await engagementBody(yardpack, customer),
  });
  expect(again.error.fields).toEqual([{ path: 'body.serviceAddressId', message }]);
  expect((await readEngagement(yardpack, customer, agreed.id)).status).toBe('ENGAGEMENT_STATUS_PROPOSED');
  const query = { kind: 'settings-changed' } as const;
  const { changes } = (await yardpack.call('listChanges', { as: owner.accessToken, query })).body;
  const line = changes[0]?.fields.find(({ name }) => name === 'serviceCities');
  // Of all cities the record has what differs.
  expect(line?.from).toContain(zipCode);
  expect(line?.from).not.toContain('Prairie Grove');
});

test('a zip code that is unknown, elsewhere or in two cities is named', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  for (const [values, message] of [
    [{ serviceCities: 'Rogers: 72756\nLowell: 72756' }, '72756 is in both Rogers and Lowell. Please leave it in one.'],
    [{ serviceCities: 'Rogers: 72756 00000' }, 'We do not know the zip code 00000.'],
    [{ serviceCities: 'Joplin: 64801' }, '64801 is in Missouri, not in Arkansas.'],
    [{ serviceState: 'MO' }, '72712 is in Arkansas, not in Missouri.'],
  ] as const) {
    const { error } = await saveSettings(yardpack, owner, values);
    expect(error.fields).toEqual([{ path: 'body.serviceCities', message }]);
  }
  const joplin = { serviceState: 'MO', serviceRegion: 'Joplin', serviceCities: ' Joplin:  64801, 64804 ' };
  expect((await saveSettings(yardpack, owner, joplin)).body.soon).toMatchObject({
    serviceCities: 'Joplin: 64801 64804',
  });
});

test('texts that can wait go out on the days of texts, in words of the name that counted then', async ({
  yardpack,
}) => {
  const owner = await buildEmployee(yardpack);
  const { world } = yardpack;
  const letter = { subject: 'Hello', paragraphs: ['Hello from %businessName%'], short: '%businessName%: hello' };
  const to = {
    email: 'a@example.com',
    phone: '+14795550111',
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  } as const;
  await agreeToAll(world, to);
  const tomorrow = businessDay(world.clock.now()).add({ days: 1 });
  // Only the day before yesterday's weekday: it comes in five days.
  const textsOnDays = String(tomorrow.subtract({ days: 3 }).dayOfWeek);
  await saveSettings(yardpack, owner, { textsOnDays, businessName: 'Scoop & Sons of Northwest Arkansas' });
  expect((await saveSettings(yardpack, owner, { textsOnDays: '21' })).error.fields?.[0]?.path).toBe('body.textsOnDays');
  expect((await saveSettings(yardpack, owner, { textsOnDays: '' })).error.fields?.[0]?.path).toBe('body.textsOnDays');
  await yardpack.advance('PT61S');
  await world.database.transaction(async (transaction) => {
    await tell(world, transaction, 'waits:1', to, letter);
    await tell(world, transaction, 'now:1', to, letter, { class: 'now' });
  });
  const rows = await world.database.select().from(messages).orderBy(messages.dedupeKey);
  expect(rows.map(({ text }) => text)).toEqual(['Scoop & Sons: hello', 'Scoop & Sons: hello']);
  const [now, waits] = rows;
  expect(now?.dueAt).toEqual(now?.createdAt);
  const day = tomorrow.add({ days: 4 });
  expect(waits?.dueAt).toEqual(
    day.toZonedDateTime({ timeZone: 'America/Chicago', plainTime: { hour: 8 } }).toInstant(),
  );
});

test('what is planned for a day begins with its midnight in the time zone of then, also when the zone changes later', async ({
  yardpack,
}) => {
  const owner = await buildEmployee(yardpack);
  await advanceFor(yardpack, '2027-03-08T09:00:00-06:00', [owner]);
  const march = (day: number) => ({ year: 2027, month: 3, day });
  const save = async (values: object, day?: number) => {
    const answer = await saveSettings(yardpack, owner, { ...values, ...(day && { from: march(day) }) });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const planned = async () =>
    (await read(yardpack, owner)).upcoming.map(({ from, fields }) => `${fields[0]?.name} ${from}`);
  await save({ standardRate: 1600 }, 20);
  await save({ timeZone: 'America/New_York' }, 11);
  await save({ largeRate: 2600 }, 10);
  await save({ platformFeePercent: 21 }, 11);
  // Another zone counts for the days after its own.
  expect(await planned()).toEqual([
    'largeRate 2027-03-10T06:00:00Z',
    'timeZone 2027-03-11T06:00:00Z',
    'platformFeePercent 2027-03-11T06:00:00Z',
    'standardRate 2027-03-20T04:00:00Z',
  ]);
  const { upcoming } = await save({ timeZone: 'Pacific/Honolulu' });
  expect(await planned()).toEqual([
    expect.stringMatching(/^timeZone /),
    'largeRate 2027-03-10T10:00:00Z',
    'timeZone 2027-03-11T10:00:00Z',
    'platformFeePercent 2027-03-11T10:00:00Z',
    'standardRate 2027-03-20T04:00:00Z',
  ]);
  // Taken back, all is as it was before.
  const takeBack = async (settingsId: string | undefined) => {
    const params = { settingsId: settingsId ?? '' };
    expect((await yardpack.call('takeBackSettings', { as: owner.accessToken, params })).status).toBe(200);
  };
  await takeBack(upcoming[2]?.id);
  expect((await planned()).at(-1)).toBe('standardRate 2027-03-20T10:00:00Z');
  await takeBack(upcoming[0]?.id);
  expect(await planned()).toEqual([
    'largeRate 2027-03-10T06:00:00Z',
    'platformFeePercent 2027-03-11T06:00:00Z',
    'standardRate 2027-03-20T05:00:00Z',
  ]);
  // The midnight of a zone further east is over already: it counts with the zone.
  await advanceFor(yardpack, '2027-03-09T23:30:00-06:00', [owner]);
  await save({ timeZone: 'America/New_York' });
  await yardpack.advance('PT61S');
  expect((await read(yardpack, owner)).settings).toMatchObject({ timeZone: 'America/New_York', largeRate: 2600 });
});

test('what is saved for a day after a planned time zone begins with the midnight of that zone', async ({
  yardpack,
}) => {
  const owner = await buildEmployee(yardpack);
  await advanceFor(yardpack, '2027-03-08T09:00:00-06:00', [owner]);
  const save = async (values: object, day: number) => {
    const { status, body } = await saveSettings(yardpack, owner, { ...values, from: { year: 2027, month: 3, day } });
    expect(status).toBe(200);
    return body.upcoming.map(({ from, fields }) => `${fields[0]?.name} ${from}`);
  };
  await save({ timeZone: 'America/Denver' }, 10);
  expect(await save({ platformFeePercent: 21 }, 10)).toContain('platformFeePercent 2027-03-10T06:00:00Z');
  expect(await save({ largeRate: 2600 }, 11)).toContain('largeRate 2027-03-11T07:00:00Z');
  // The zone of the last day before counts, be it one that is saved with its own day in another zone.
  expect(await save({ timeZone: 'Pacific/Honolulu' }, 12)).toContain('timeZone 2027-03-12T07:00:00Z');
  expect(await save({ standardRate: 1600 }, 13)).toEqual([
    'timeZone 2027-03-10T06:00:00Z',
    'platformFeePercent 2027-03-10T06:00:00Z',
    'largeRate 2027-03-11T07:00:00Z',
    'timeZone 2027-03-12T07:00:00Z',
    'standardRate 2027-03-13T10:00:00Z',
  ]);
});

test('a customer is told in the business’s own words, from when they count', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  await saveSettings(yardpack, owner, { acceptedWords: 'Howdy {name},\n{worker} looks after {street}.' });
  await yardpack.advance('PT61S');
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, [weekDayOf(businessDay(yardpack.world.clock.now()))]);
  const rows = await yardpack.world.database.select().from(messages);
  const told = rows.filter(({ dedupeKey }) => dedupeKey.startsWith('engagement-accepted:'));
  const { streetAddress1 } = engagement.serviceAddress;
  expect(told.length).toBeGreaterThan(0);
  for (const { text } of told) {
    expect(text).toMatch(/Howdy \w+, .+ looks after /);
    expect(text).toContain(streetAddress1);
    expect(text).toContain('/engagements/');
    expect(text).not.toContain('good news');
  }
});

test('a locked gate is said to cost what it did when the service was asked for, or less', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const fee = async (id: string) => (await readEngagement(yardpack, customer, id)).lockedGateFee;
  await saveSettings(yardpack, owner, { lockedGateFee: 500 });
  await yardpack.advance('PT61S');
  const { id } = await buildEngagement(yardpack, customer);
  expect(await fee(id)).toBe(500);
  await saveSettings(yardpack, owner, { lockedGateFee: 900 });
  await yardpack.advance('PT61S');
  expect([await fee(id), await fee((await buildEngagement(yardpack, customer)).id)]).toEqual([500, 900]);
  await saveSettings(yardpack, owner, { lockedGateFee: 300 });
  await yardpack.advance('PT61S');
  expect(await fee(id)).toBe(300);
});

test('what the business began with is kept, whatever the environment says since', async ({ yardpack }) => {
  const { database, clock, config } = yardpack.world;
  const open = (rate: number) => openSettings({ ...config, BASE_RATE_STANDARD: rate }, database, clock);
  await open(1500);
  const [first, again] = await Promise.all([open(1900), open(2100)]);
  expect([first.now().standardRate, again.first().standardRate]).toEqual([1500, 1500]);
});

test('what was agreed stays: the price and the worker’s part', async ({ yardpack }) => {
  // A claim in the evening has no visit on the same day.
  await yardpack.advance('2026-06-10T10:00:00-05:00');
  const owner = await buildEmployee(yardpack);
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const { id: productId } = await buildProduct(yardpack, { baseCostRetentionPeriod: 0 });
  const agreed = await buildEngagement(yardpack, customer, { productId });
  const weekDay = weekDayOf(businessDay(yardpack.world.clock.now()));
  await claimEngagement(yardpack, worker, agreed, [weekDay]);
  await saveSettings(yardpack, owner, { standardRate: 2000, platformFeePercent: 50 });
  await yardpack.advance('PT61S');

  const later = await buildEngagement(yardpack, customer, { productId });
  expect(later.baseCost).toBe((agreed.baseCost / 1500) * 2000);
  expect((await readEngagement(yardpack, worker, later.id)).pay).toBe(later.baseCost / 2);
  expect((await readEngagement(yardpack, worker, agreed.id)).pay).toBe(agreed.baseCost * 0.8);
  await workUntil(yardpack, worker, agreed, 'WORK_STATUS_WORK_COMPLETED');
  expect(await yardpack.world.database.select().from(charges)).toMatchObject([
    { amount: agreed.baseCost, fee: agreed.baseCost * 0.2 },
  ]);
});

test('a logo is drawn anew, small and once, and each page and new mail shows it', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const { default: sharp } = await import('sharp');
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#d33a2c' } })
    .withExif({ IFD0: { Copyright: 'Scoop & Sons' } })
    .jpeg()
    .toBuffer();
  const keep = (picture: string) => yardpack.call('keepLogo', { as: owner.accessToken, body: { picture } });
  const [one, again] = [await keep(wide.toString('base64')), await keep(wide.toString('base64'))];
  const { logo } = one.body;
  expect(again.body.logo).toBe(logo);
  expect((await saveSettings(yardpack, owner, { logo })).status).toBe(200);
  await yardpack.advance('PT61S');

  const shown = await yardpack.app.inject({ method: 'GET', url: `/logos/${logo}.png` });
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringMatching('immutable'),
  });
  const { width, height, exif } = await sharp(shown.rawPayload).metadata();
  expect([width, height, exif]).toEqual([192, 192, undefined]);
  expect(shown.rawPayload.length).toBeLessThan(20_000);
  expect((await yardpack.app.inject({ method: 'GET', url: `/logos/${'0'.repeat(64)}.png` })).statusCode).toBe(404);

  await agreeToAll(yardpack.world, { email: 'c@example.com', phone: '' });
  await yardpack.world.database.transaction((transaction) =>
    tell(
      yardpack.world,
      transaction,
      'with-logo:1',
      { email: 'c@example.com', phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' },
      { subject: 'Hello', paragraphs: ['Hello'], short: 'Hello' },
    ),
  );
  await yardpack.drain();
  expect((await yardpack.messages())[0]?.html).toContain(`http://localhost:3000/logos/${logo}.png`);
});

test('a picture that nobody has saved within a day is forgotten; one that was saved stays', async ({ yardpack }) => {
  const { default: sharp } = await import('sharp');
  const keep = async (owner: Person, background: string) => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer();
    const body = { picture: picture.toString('base64') };
    return (await yardpack.call('keepLogo', { as: owner.accessToken, body })).body.logo;
  };
  const owner = await buildEmployee(yardpack);
  const [saved, unsaved] = [await keep(owner, '#d33a2c'), await keep(owner, '#2c3ad3')];
  await saveSettings(yardpack, owner, { logo: saved });
  const answers = async () => {
    const all = [saved, unsaved].map((logo) => yardpack.app.inject({ method: 'GET', url: `/logos/${logo}.png` }));
    return (await Promise.all(all)).map(({ statusCode }) => statusCode);
  };
  await yardpack.advance('PT23H');
  await keep(await buildEmployee(yardpack), '#2c3ad3');
  await yardpack.advance('PT2H');
  expect(await answers()).toEqual([200, 200]);
  await yardpack.advance('PT23H');
  expect(await answers()).toEqual([200, 404]);
});

test('what is no picture, or a large one, is no logo, and a logo that nobody sent cannot be set', async ({
  yardpack,
}) => {
  const owner = await buildEmployee(yardpack);
  for (const [picture, message] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), /no picture/],
    ['not base64!', /choose a picture/],
    ['', /choose a picture/],
    ['A'.repeat(2_700_000), /larger than 2 MB/],
  ] as const) {
    const refused = await yardpack.call('keepLogo', { as: owner.accessToken, body: { picture } });
    expect(refused.error.fields).toMatchObject([{ path: 'body.picture', message: expect.stringMatching(message) }]);
  }
  const unknown = await saveSettings(yardpack, owner, { logo: '0'.repeat(64) });
  expect(unknown.error.fields).toMatchObject([{ path: 'body.logo', message: 'Please choose a picture.' }]);
});

test('days go by the time zone that is set, from the moment on from which it counts', async ({ yardpack }) => {
  // Half past eleven at night in Arkansas, half past midnight in New York.
  await yardpack.advance('2027-03-10T05:30:00Z');
  const owner = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const today = async () => {
    const { body } = await yardpack.call('getWorkerHome', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
    });
    return body.today;
  };
  expect(await today()).toEqual({ year: 2027, month: 3, day: 9 });
  await saveSettings(yardpack, owner, { timeZone: 'America/New_York' });
  expect(await today()).toEqual({ year: 2027, month: 3, day: 9 });
  await yardpack.advance('PT61S');
  await yardpack.world.settings.reload();
  expect(await today()).toEqual({ year: 2027, month: 3, day: 10 });
});
