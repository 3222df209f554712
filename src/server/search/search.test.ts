import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { users } from '../database/schema/accounts.ts';
import { bills } from '../database/schema/billing.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { withoutLimits } from '../testing/postgres.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { fillBusiness } from '../testing/seeded-business.ts';
import { findTableScans, largeTables } from '../testing/sequential-scans.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { search } from './service.ts';

let yardpack: TestWorld;
let employee: Person;
let casey: Person;
let wren: Person;
let engagementId: string;
let service: Engagement;
beforeAll(async () => {
  yardpack = await createTestWorld();
  // A Monday, on which the visit is due.
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  employee = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: "O'Brien-Rivera" });
  wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  await changeProfile(casey, { phone: '+14795550177' });
  await changeProfile(wren, { phone: '+14795550188' });
  const { database } = yardpack.world;
  await database.update(users).set({ email: 'casey.o@mail.example.com' }).where(eq(users.id, casey.userId));
  await yardpack.world.database
    .update(addresses)
    .set({ streetAddress1: '108 SW 8th St', label: 'Yard' })
    .where(eq(addresses.id, casey.addressId));
  const engagement = await buildEngagement(yardpack, casey);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_MONDAY']);
  engagementId = engagement.id;
  service = engagement;
});
afterAll(() => yardpack.close());

async function changeProfile(person: Person, fields: Partial<typeof profiles.$inferInsert>) {
  await yardpack.world.database.update(profiles).set(fields).where(eq(profiles.id, person.profileId));
}

async function find(q: string, as = employee) {
  const { status, body } = await yardpack.call('search', { as: as.accessToken, query: { q } });
  if (status !== 200) throw new Error(`${q} answered ${status}`);
  return {
    people: body.people.rows.map(({ firstName }) => firstName),
    engagements: body.engagements.rows.map((row) => row.engagementId),
  };
}

test.each([
  ['the beginning of a name', 'cas'],
  ['both names in any order and case', 'RIVERA Casey'],
  ['a name with an apostrophe', "O'Brien"],
  ['a name with a hyphen', "o'brien-ri"],
  ['a phone number in another spelling', '479.555.0177'],
  ['a phone number with its country', '+1 (479) 555-0177'],
  ['the beginning of a phone number', '(479) 555-01 77'],
  ['an email', 'casey.o@mail.example.com'],
  ['the beginning of an email', 'casey.o@ma'],
  ['a street', '108 sw 8'],
  ['a name and a street', 'rivera 8th'],
  ['a street and a name', '108 sw 8th casey riv'],
  ['a phone number and a street', '8th st (479) 555-0177'],
])('finds a customer and the engagement by %s', async (_, q) => {
  const found = await find(q);
  expect(found.people).toEqual(['Casey']);
  expect(found.engagements).toEqual([engagementId]);
});

test('finds a worker with the engagements that are the worker’s, and an employee', async () => {
  expect(await find('okafor')).toEqual({ people: ['Wren'], engagements: [engagementId] });
  expect(await find('4795550188')).toEqual({ people: ['Wren'], engagements: [engagementId] });
  expect(await find('mos')).toEqual({ people: ['Erin'], engagements: [] });
});

test('all words must match', async () => {
  expect(await find('casey okafor')).toEqual({ people: [], engagements: [] });
  expect(await find('casey 9th')).toEqual({ people: [], engagements: [] });
  expect(await find('okafor sw 8th')).toEqual({ people: [], engagements: [] });
});

test('what is found says all that is needed to open it', async () => {
  const { body } = await yardpack.call('search', { as: employee.accessToken, query: { q: 'casey' } });
  expect(body.people.rows[0]).toMatchObject({
    profileId: casey.profileId,
    type: 'PROFILE_TYPE_CUSTOMER',
    address: { streetAddress1: '108 SW 8th St' },
  });
  expect(body.engagements.rows[0]).toMatchObject({
    customerProfileId: casey.profileId,
    customerName: "Casey O'Brien-Rivera",
    workerName: 'Wren Okafor',
    status: 'ENGAGEMENT_STATUS_ACCEPTED',
    streetAddress1: '108 SW 8th St',
  });
});

test('a name that a phone wrote with its own apostrophe is found by that of a keyboard', async () => {
  const patrick = await buildCustomer(yardpack, { firstName: 'Patrick', lastName: 'O’Shea' });
  for (const q of ["O'Shea", "o'sh", 'O’Shea', "patrick o'shea"]) {
    expect((await find(q)).people, q).toEqual(['Patrick']);
  }
  expect(patrick.profileId).not.toBe(casey.profileId);
});

test('accents and apostrophes do not count, whoever types them', async () => {
  await buildCustomer(yardpack, { firstName: 'Renée', lastName: 'D’Artagnan' });
  const inés = await buildCustomer(yardpack, { firstName: 'Ines', lastName: 'Munoz' });
  for (const q of ['renee', 'RENÉE', 'dartag', "d'artagnan", 'renee d’art']) {
    expect((await find(q)).people, q).toEqual(['Renée']);
  }
  for (const q of ['Inés', 'muñoz', 'Muno']) expect((await find(q)).people, q).toEqual(['Ines']);
  await yardpack.world.database
    .update(addresses)
    .set({ streetAddress1: '12 Peña Dr' })
    .where(eq(addresses.id, inés.addressId));
  expect((await find('12 pena')).people).toEqual(['Ines']);
});

test('an inquiry is found by the name, the email and the phone of who has written', async () => {
  const data = inquiryData({ firstName: 'Pearl', lastName: 'O’Whitcomb', email: 'pearl@example.com' });
  await sendInquiry(yardpack, inquiryBody(data));
  for (const q of ['Pearl', 'owhitcomb', "o'whit", 'pearl@ex', '479 555-0188 pearl']) {
    const { body } = await yardpack.call('search', { as: employee.accessToken, query: { q } });
    expect(body.inquiries.rows, q).toMatchObject([
      { name: 'Pearl O’Whitcomb', email: 'pearl@example.com', isAnswered: false },
    ]);
  }
});

test('the number of a bill finds the bill', async () => {
  await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.advance('PT2M');
  const [{ number } = { number: '' }] = await yardpack.world.database.select({ number: bills.number }).from(bills);
  const of = async (q: string) =>
    (await yardpack.call('search', { as: employee.accessToken, query: { q } })).body.bills.rows;
  expect(await of(` ${number.toLowerCase()} `)).toMatchObject([
    { number, customerProfileId: casey.profileId, customerName: "Casey O'Brien-Rivera" },
  ]);
  const [prefix, year, end] = number.split('-');
  for (const q of [end, `#${end}`, String(Number(end)).padStart(2, '0'), `${prefix}-${year}-${Number(end)}`]) {
    expect(await of(q ?? ''), q).toMatchObject([{ number }]);
  }
  expect([await of('Y-1999-000001'), await of('casey'), await of('99')]).toEqual([[], [], []]);
});

test('less than two characters finds nothing', async () => {
  for (const q of ['', 'c', ' c ']) expect(await find(q)).toEqual({ people: [], engagements: [] });
  const { body } = await yardpack.call('search', { as: employee.accessToken });
  expect(body.people).toEqual({ rows: [], hasMore: false });
});

test.each([
  "'",
  "''",
  '\\',
  'a\\',
  "a'b",
  'ca & !|',
  'ca:*',
  '<->',
  "') or 1=1 --",
  '%%',
  '((',
  'ca <2> sey',
  '🐕🐕',
  '\ud800a',
])('%s is looked for like anything else', async (q) => {
  expect((await yardpack.call('search', { as: employee.accessToken, query: { q } })).status).toBe(200);
});

test('nobody but staff may search', async () => {
  for (const person of [casey, wren]) {
    const { status } = await yardpack.call('search', { as: person.accessToken, query: { q: 'casey' } });
    expect(status).toBe(403);
  }
});

test('in a large business it reads the indexes, whatever is looked for, and shows 20', async () => {
  const large = await createTestWorld({}, { isNew: true });
  const { database, clock } = large.world;
  try {
    const people = { number: 0, engagements: 12_000, proposals: 40, perCustomer: 1, perWorker: 30, employees: 0 };
    await withoutLimits(database.$client, (client) =>
      fillBusiness(client, [{ ...people, mixed: false, weeks: 0 }], clock.now()),
    );
    const tables = await largeTables(database.$client);
    const everybody = ['person', '479'];
    const alike = ['person-0-19', 'person-0-19999@example.com', '11234 walnut', 'walnut', 'nobody'];
    const across = [
      'person walnut',
      'person 11234 walnut',
      'carver11234 walnut ave',
      'zoe nowhere ave',
      'ada p q r s t',
    ];
    for (const q of [...everybody, ...alike, ...across, '294', 'Y-2026-000294']) {
      const queries = await recordQueries(() => search(large.world, q));
      expect(await findTableScans(database.$client, q, queries, tables)).toEqual([]);
    }
    for (const q of everybody) {
      const found = await search(large.world, q);
      expect(found.people).toMatchObject({ rows: { length: 20 }, hasMore: true });
      expect(found.engagements).toMatchObject({ rows: { length: 20 }, hasMore: true });
    }
    for (const q of ['11234 walnut', 'person 11234 walnut', 'walnut carver11234']) {
      const { people, engagements } = await search(large.world, q);
      expect(people.rows.map(({ lastName }) => lastName)).toEqual(['Carver11234']);
      expect(engagements.rows).toHaveLength(1);
    }
  } finally {
    await large.close();
  }
});
