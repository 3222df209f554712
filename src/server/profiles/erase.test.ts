import { randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import type { NoteReader } from '#domain/notes.ts';
import { users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { refunds } from '../database/schema/billing.ts';
import { products } from '../database/schema/catalog.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { files } from '../database/schema/files.ts';
import { findings } from '../database/schema/findings.ts';
import { inquiries, messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { orderLinks, orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';
import { mail, tell } from '../messages/service.ts';
import { insertSkips } from '../testing/begun-visits.ts';
import {
  type Business,
  chargedVisit,
  declinedCard,
  paymentsOf,
  planVisit,
  businessTest as test,
} from '../testing/billing-fixture.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { downloadExport } from '../testing/exports.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { setStripeFaults } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';

const of = ({ profileId }: Person) => ({ params: { profileId } });
const act = ({ test: { call } }: Business, by: Person) => ({
  close: (person: Person) => call('closeAccount', { as: by.accessToken, ...of(person) }),
  reopen: (person: Person) => call('reopenAccount', { as: by.accessToken, ...of(person) }),
  erase: (person: Person) => call('eraseData', { as: by.accessToken, ...of(person) }),
  obstacles: async (person: Person) =>
    (await call('listEraseObstacles', { as: by.accessToken, ...of(person) })).body.obstacles,
});

/** The worker notes something at the visit of today. */
async function noteAtVisit({ test: world, worker }: Business, engagementId: string, reader: NoteReader, text: string) {
  const { status } = await world.call('createVisitNote', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    body: { id: randomUUID(), engagementId, date: calendarDay(businessDay(world.world.clock.now())), reader, text },
  });
  expect(status).toBe(200);
}

/** Everything that a customer leaves behind, with their name in it. */
async function leaveTraces({ test: world, customer }: Business, erin: Person, engagementId: string) {
  const as = erin.accessToken;
  const { profile } = (await world.call('getProfile', { as, ...of(customer) })).body;
  const named = {
    firstName: 'Zebulon',
    lastName: 'Quackenbush',
    displayName: 'Zebulon Q.',
    label: 'Zebulon',
    phone: '4795550166',
  };
  expect(
    (
      await world.call('updateProfile', {
        as,
        ...of(customer),
        body: { ...profile, ...named, textsAgreed: true, email: 'zebulon.new@example.com' },
      })
    ).status,
  ).toBe(200);
  const params = { addressId: customer.addressId };
  const { address } = (await world.call('getAddress', { as, params })).body;
  const notes = {
    streetAddress1: '7 Zebulon Way',
    label: 'Zebulon',
    gateNotes: 'Zebulon opens.',
    dogNotes: 'Zebulon Jr.',
  };
  await world.call('updateAddress', { as, params, body: { ...address, ...notes, country: 'US' } as never });
  await world.call('createNote', { as, ...of(customer), body: { id: randomUUID(), text: 'Zebulon is friendly.' } });
  const { database, clock } = world.world;
  await sendInquiry(world, inquiryBody(inquiryData()));
  await database.update(inquiries).set({ fromAddress: customer.email, message: 'I am Zebulon.' });
  await insertSkips(database, {
    engagementId,
    date: Temporal.PlainDate.from('2026-01-05'),
    skippedBy: 'worker',
    reason: 'Zebulon was out.',
    createdAt: clock.now(),
  });
  const visitId = await planVisit(world, { engagementId });
  const chosen = { setDay: sql`${visits.day}`, setAt: clock.now(), setReason: 'Zebulon asked.' };
  await database.update(visits).set(chosen).where(eq(visits.id, visitId));
  const [product] = await database.select().from(products);
  const street = { streetAddress1: '7 Zebulon Way', streetAddress2: null, gateNotes: 'Zebulon opens.', dogNotes: null };
  const [order] = await database
    .insert(orders)
    .values({
      status: 'accepted',
      ...named,
      email: customer.email,
      channel: 'email',
      userId: customer.userId,
      productId: product?.id ?? '',
      service: {
        address: { ...street, city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' },
        yardSize: 'YARD_SIZE_STANDARD',
        frequency: 1,
        interval: 1,
        startDay: '2026-01-01',
        couponName: null,
      },
      baseCost: 1500,
      priceMultiplier: 1,
      baseCostHeldUntil: clock.now(),
      askedBy: erin.userId,
      createdAt: clock.now(),
      endedAt: clock.now(),
    })
    .returning();
  const link = { orderId: order?.id ?? '', channel: 'email', sentTo: customer.email, reminder: 0 } as const;
  await database.insert(orderLinks).values({ ...link, tokenHash: 'a', createdAt: clock.now(), expiresAt: clock.now() });
  await world.drain();
}

/** @returns the rows of all tables in which some text stands, by their tables */
/** Texts that are about no minute wait for the day: by then they are out, at whatever hour it is now. */
const afterNight = (world: TestWorld) => world.advance('PT12H');

async function rowsWith({ world: { database } }: TestWorld, pattern: string): Promise<string[]> {
  // The queue's jobs too; what the stand-ins keep is at Stripe and in people's mailboxes.
  const tables = await database.execute<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_schema not like 'sandbox%' and table_type = 'BASE TABLE'`,
  );
  expect(tables.rows.length).toBeGreaterThan(60);
  expect(tables.rows.map(({ schema }) => schema)).toContain('jobs');
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await database.execute<{ row: string }>(
      sql`select one::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} one where one::text ~* ${pattern}`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 400)}`));
  }
  return found;
}

test('the data of a customer is erased from every table, and bills and the ledger stay', async ({ business }) => {
  const { test: world, customer } = business;
  const erin = await buildEmployee(world, { firstName: 'Erin', lastName: 'Moss' });
  const { erase, close, obstacles } = act(business, erin);
  const { engagementId } = await chargedVisit(business);
  await noteAtVisit(business, engagementId, 'customer', 'Zebulon left the hose on.');
  await noteAtVisit(business, engagementId, 'office', 'Zebulon has a new dog.');
  await leaveTraces(business, erin, engagementId);
  const as = erin.accessToken;
  const ofCustomer = { params: { customerProfileId: customer.profileId } };
  const before = (await world.call('listBills', { as, ...ofCustomer })).body.bills;
  expect(before).toHaveLength(1);
  const [user] = await world.world.database.select().from(users).where(eq(users.id, customer.userId));
  const phoneChange = async () => {
    const { changes } = (await world.call('listChanges', { as, query: { kind: 'profile-changed' } })).body;
    return changes.flatMap(({ fields }) => fields).find(({ name }) => name === 'phone');
  };
  const changed = { name: 'phone', from: customer.phone, to: '+14795550166' };
  expect(await phoneChange()).toEqual(changed);
  const file = (await downloadExport(world, erin, customer)).data;
  expect(file.changes).toContainEqual(
    expect.objectContaining({ kind: 'profile-changed', values: expect.arrayContaining([changed]) }),
  );
  await moveEngagement(world, erin, engagementId, 'CANCELLED');
  expect((await close(customer)).status).toBe(200);
  await world.drain();
  expect(await obstacles(customer)).toEqual([]);
  for (let time = 0; time < 2; time += 1) expect((await erase(customer)).status).toBe(200);
  await world.drain();

  expect(await phoneChange()).toEqual({ name: 'phone', from: null, to: null });
  expect((await world.call('listBills', { as, ...ofCustomer })).body.bills).toEqual(before);
  const bill = (await world.call('getBill', { as, params: { ...ofCustomer.params, billId: before[0]?.id ?? '' } }))
    .body;
  expect(bill.customer.name).toBe('Erased customer');
  const { profile } = (await world.call('getProfile', { as, ...of(customer) })).body;
  expect(profile).toMatchObject({ firstName: 'Erased', accountErasedAt: expect.any(String) });
  expect(await world.world.stripe.customers.retrieve(user?.stripeCustomerId ?? '')).toMatchObject({ deleted: true });
  const query = { kind: 'data-erased' } as const;
  const { changes } = (await world.call('listChanges', { as, query })).body;
  expect(changes.map(({ by, about }) => [by?.name, about?.name])).toEqual([['Erin Moss', 'Erased customer']]);
  // Nobody is told of cards that are gone, and the desk is empty.
  expect((await world.call('getStaffDesk', { as })).body.findings.count).toBe(0);
  expect((await world.messages()).filter(({ to }) => to.includes('erased'))).toEqual([]);
  await afterNight(world);
  expect(await rowsWith(world, `zebulon|quackenbush|${customer.email}|4795550166|479. 555-0166`)).toEqual([]);
});

test('a worker is erased from letters to customers too, and the visits stay', async ({ business }) => {
  const { test: world, customer, worker } = business;
  const erin = await buildEmployee(world);
  const as = erin.accessToken;
  const { profile } = (await world.call('getProfile', { as, ...of(worker) })).body;
  const named = { firstName: 'Zebulon', lastName: 'Quackenbush', displayName: 'Zebulon Q.', phone: '4795550166' };
  await world.call('updateProfile', { as, ...of(worker), body: { ...profile, ...named, textsAgreed: true } });
  const claimed = await buildEngagement(world, customer);
  await claimEngagement(world, worker, claimed, ['DAY_OF_WEEK_MONDAY']);
  const { engagementId } = await chargedVisit(business);
  const approval = { approval: 'refused', reason: 'Zebulon has no van.', version: 2 } as const;
  const refused = await world.call('decideApproval', {
    as,
    params: { workerProfileId: worker.profileId },
    body: approval,
  });
  expect(refused.status).toBe(200);
  await world.drain();
  const { close, erase, obstacles } = act(business, erin);
  expect((await rowsWith(world, 'zebulon')).some((row) => row.startsWith('messages'))).toBe(true);
  await close(worker);
  await world.drain();
  expect(await obstacles(worker)).toEqual([]);
  expect((await erase(worker)).status).toBe(200);
  await world.drain();
  const { visits } = (await world.call('listVisits', { as, params: { engagementId } })).body;
  expect(visits.map(({ workerName }) => workerName)).toEqual(['a former worker']);
  await afterNight(world);
  expect(await rowsWith(world, `zebulon|quackenbush|${worker.email}|4795550166`)).toEqual([]);
});

test.for(['customer', 'worker'] as const)(
  'what waits for the morning and names an erased %s, or is of their services, goes to nobody',
  async (who, { business }) => {
    const { test: world, customer, worker } = business;
    const erin = await buildEmployee(world);
    const [gone, other] = who === 'customer' ? [customer, worker] : [worker, customer];
    const { profile } = (await world.call('getProfile', { as: erin.accessToken, ...of(gone) })).body;
    const named = { firstName: 'Zebulon', lastName: 'Quackenbush', displayName: 'Zebulon Q.' };
    await world.call('updateProfile', { as: erin.accessToken, ...of(gone), body: { ...profile, ...named } });
    const { engagementId } = await chargedVisit(business);
    if (who === 'customer') await moveEngagement(world, erin, engagementId, 'CANCELLED');
    const { close, erase } = act(business, erin);
    await close(gone);
    await world.drain();
    const notBefore = world.world.clock.now().add({ hours: 1 });
    const reader = { ...other, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
    const write = (event: string, short: string, about: object = {}) =>
      world.world.database.transaction((transaction) =>
        tell(
          world.world,
          transaction,
          event,
          reader,
          { subject: short, paragraphs: [], short },
          { class: 'now', notBefore, ...about },
        ),
      );
    await write('waits:1', 'Zebulon Q. was here.');
    await write('waits:2', 'One that owes nothing to them.');
    if (who === 'customer') await write('waits:3', 'A visit less.', { about: engagementId });
    expect((await erase(gone)).status).toBe(200);
    await afterNight(world);
    const sent = (await world.messages())
      .map(({ text }) => text)
      .filter((text) => /Zebulon Q|One that|visit less/.test(text));
    expect(sent).toEqual(['Yardpack: One that owes nothing to them.']);
    expect(await rowsWith(world, 'zebulon|quackenbush')).toEqual([]);
  },
);

/** The customer is called Zebulon; the worker has a service of his, and Walt makes one visit of it. Both want mails, or texts. */
async function zebulons(business: Business, preference: 'EMAIL' | 'TEXT') {
  const { test: world, customer, worker } = business;
  const erin = await buildEmployee(world);
  const walt = await buildOnboardedWorker(world, { firstName: 'Walt', lastName: 'Berg' });
  await advanceFor(world, '2027-03-08T10:00:00-06:00', [customer, worker, walt, erin]);
  const { profile } = (await world.call('getProfile', { as: erin.accessToken, ...of(customer) })).body;
  const named = { firstName: 'Zebulon', lastName: 'Quackenbush', displayName: 'Zebulon Q.' };
  await world.call('updateProfile', { as: erin.accessToken, ...of(customer), body: { ...profile, ...named } });
  for (const { profileId } of [worker, walt])
    await world.world.database
      .update(profiles)
      .set({ notificationPreference: `NOTIFICATION_PREFERENCE_${preference}` })
      .where(eq(profiles.id, profileId));
  const engagement = await buildEngagement(world, customer);
  await claimEngagement(world, worker, engagement, ['DAY_OF_WEEK_TUESDAY']);
  for (const day of [16, 23]) {
    const date = { year: 2027, month: 3, day };
    const body = { date, workerProfileId: worker.profileId, toDate: date, toWorkerProfileId: walt.profileId };
    const call = { as: erin.accessToken, params: { engagementId: engagement.id }, body };
    expect((await world.call('moveVisit', call)).status).toBe(200);
  }
  await world.advance('PT61S');
  await world.drain();
  const channel = preference === 'EMAIL' ? 'email' : 'text';
  const read = async ({ profileId }: Person) =>
    (await world.messages({ channel })).filter(({ text }) => text.includes(profileId)).map(({ text }) => text);
  const before = new Map([
    [worker, await read(worker)],
    [walt, await read(walt)],
  ]);
  const readSince = async (one: Person) => (await read(one)).slice(0, -(before.get(one)?.length ?? 0) || undefined);
  const { city } = engagement.serviceAddress;
  return { erin, walt, engagement, city, readSince, ...act(business, erin) };
}

test.for(['EMAIL', 'TEXT'] as const)(
  'workers who were to read in the morning that a service has ended, or a single visit is off, read so without a name when its customer was erased, by %s',
  async (preference, { business }) => {
    const { test: world, customer, worker } = business;
    const { erin, walt, engagement, city, readSince, close, erase } = await zebulons(business, preference);
    await advanceFor(world, '2027-03-08T21:30:00-06:00', [customer, erin]);
    // Mails do not go out for a while.
    const faults = (some: object[]) =>
      world.app.inject({ method: 'POST', url: '/sandbox/faults.json', payload: { faults: some } });
    await faults([{ service: 'mail', kind: 'fail', times: 50 }]);
    await moveEngagement(world, customer, engagement.id, 'CANCELLED');
    await world.drain();
    await close(customer);
    for (const _ of [1, 2]) expect((await erase(customer)).status).toBe(200);
    await faults([]);
    expect([await readSince(worker), await readSince(walt)]).toEqual([[], []]);
    await advanceFor(world, '2027-03-09T08:01:00-06:00', []);
    await afterNight(world);
    expect(await readSince(worker)).toEqual([
      expect.stringMatching(
        new RegExp(`.Yard cleanup. in ${city}, on Tuesday, has ended: please do not go there anymore.`),
      ),
    ]);
    expect(await readSince(walt)).toEqual([
      expect.stringMatching(new RegExp(`the visit on Tue, Mar 23 of .Yard cleanup. in ${city} does not take place`)),
      expect.stringMatching(new RegExp(`the visit on Tue, Mar 16 of .Yard cleanup. in ${city} does not take place`)),
    ]);
    for (const text of [...(await readSince(worker)), ...(await readSince(walt))])
      expect(text).not.toMatch(/Zebulon|Quack|Main St/);
    expect(await rowsWith(world, 'zebulon|quackenbush')).toEqual([]);
  },
);

test('an erased account is never opened again nor written onto, and its name and email are free', async ({
  business,
}) => {
  const { test: world, customer } = business;
  const erin = await buildEmployee(world);
  const { erase, close, reopen } = act(business, erin);
  await close(customer);
  await erase(customer);
  const again = await reopen(customer);
  expect([again.status, again.error.message]).toEqual([
    409,
    'The data of this person was erased. Nobody can sign in with the account anymore.',
  ]);
  const as = erin.accessToken;
  const { profile } = (await world.call('getProfile', { as, ...of(customer) })).body;
  const writes = [
    await world.call('updateProfile', { as, ...of(customer), body: { ...profile, phone: '4795550166' } }),
    await world.call('createNote', { as, ...of(customer), body: { id: randomUUID(), text: 'Was called Pat.' } }),
  ];
  expect(writes.map(({ status }) => status)).toEqual([404, 404]);
  const { database } = world.world;
  await database
    .update(users)
    .set({ email: customer.email, username: customer.username })
    .where(eq(users.id, erin.userId));
});

const everyWay = 'zebulon|quackenbush|47955501?66|\\(?479\\)?[-. ]*555[-. ]*0166|7 Zebulon Way';

/** What others have written that names somebody: to others, of others, and of money. */
async function nameEverywhere(
  { test: world, customer, worker }: Business,
  erin: Person,
  other: { profileId: string; userId: string },
  engagementId: string,
) {
  const { database, clock } = world.world;
  const at = clock.now();
  const full = 'Zebulon Quackenbush';
  const phone = '(479) 555-0166';
  const neighbor = await buildCustomer(world);
  await world.call('createNote', {
    as: erin.accessToken,
    ...of(neighbor),
    body: { id: randomUUID(), text: `Next to ${full}, call ${phone}.` },
  });
  const [payment] = await paymentsOf({ test: world, customer, worker }, engagementId);
  await database.insert(refunds).values({
    ...{ paymentId: payment?.id ?? '', amount: 100, status: 'done', byProfileId: erin.profileId },
    ...{ reason: `Zebulon's gate was shut.`, createdAt: at, settledAt: at, stripeRefundId: 're_named' },
  });
  await database.insert(acts).values({
    ...{ kind: 'try-again', customerProfileId: customer.profileId, amount: 0, byProfileId: erin.profileId, at },
    reason: `${full} asked.`,
  });
  await database.insert(findings).values({
    ...{ kind: 'fraud-warning', subject: 'ch_named', profileId: customer.profileId, foundAt: at, goneAt: at },
    detail: 'Zebulon was warned of.',
  });
  // To the business itself, and to somebody who never met them.
  const text = `Call ${full} at 479-555-0166.`;
  const letter = { subject: `About ${full}`, paragraphs: [text], short: text };
  await database.transaction(async (transaction) => {
    await mail(world.world, transaction, 'named:1', 'office@example.com', letter, { class: 'service' } as never);
    const reader = { ...neighbor, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as never;
    await tell(world.world, transaction, 'named:2', reader, letter, { class: 'service' });
    // By the first name alone, to whom they have met.
    const met = { ...other, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as never;
    const short = 'Zebulon says hello.';
    await tell(
      world.world,
      transaction,
      'named:3',
      met,
      { ...letter, subject: short, paragraphs: [short], short },
      {
        class: 'service',
      },
    );
  });
  await world.drain();
}

test.for(['customer', 'worker'] as const)(
  'nothing that others wrote names an erased %s: reasons, notes, letters and what the office put down',
  async (who, { business }) => {
    const { test: world, customer, worker } = business;
    const erin = await buildEmployee(world);
    const as = erin.accessToken;
    const [gone, other] = who === 'customer' ? [customer, worker] : [worker, customer];
    const { profile } = (await world.call('getProfile', { as, ...of(gone) })).body;
    const named = { firstName: 'Zebulon', lastName: 'Quackenbush', displayName: 'Zebulon Q.', phone: '+14795550166' };
    const body = { ...profile, ...named, textsAgreed: true };
    expect((await world.call('updateProfile', { as, ...of(gone), body })).status).toBe(200);
    const { engagementId, workId } = await chargedVisit(business);
    await noteAtVisit(business, engagementId, 'customer', 'Zebulon was here, and the hose was on.');
    await nameEverywhere(business, erin, other, engagementId);
    const { database, clock, files: store } = world.world;
    const photo = { workId, fileName: 'gate.jpg', contentType: 'image/jpeg', createdBy: worker.profileId };
    const [file] = await database
      .insert(files)
      .values({ ...photo, createdAt: clock.now(), uploadedAt: clock.now() })
      .returning();
    const fileId = file?.id ?? '';
    await store.keep(fileId, Buffer.from('a picture'));
    expect((await rowsWith(world, everyWay)).length).toBeGreaterThan(8);
    await world.call('resetPassword', { body: { username: gone.email } });
    await moveEngagement(world, erin, engagementId, 'CANCELLED');
    const { close, erase } = act(business, erin);
    await close(gone);
    await world.drain();
    const erased = await erase(gone);
    expect([erased.status, erased.error?.message]).toEqual([200, undefined]);
    await world.drain();
    expect(await rowsWith(world, `${everyWay}|${gone.email}`)).toEqual([]);
    const { messages } = (await world.call('listMessages', { as, query: {} })).body;
    const emptied = messages.filter(({ subject }) => subject === 'Erased').map(({ whyLost }) => whyLost);
    expect([...new Set(emptied)]).toEqual([
      'It was to or about a person whose data was erased, so its words are gone, too.',
    ]);
    // The reasons stay, without the name; so does what an erased worker wrote to a customer.
    const reasons = await database.select({ reason: refunds.reason }).from(refunds);
    expect(reasons).toEqual([{ reason: `Erased's gate was shut.` }]);
    if (who === 'customer') expect(await store.has(fileId)).toBe(false);
    else {
      const texts = await database.select({ text: notes.text }).from(notes).where(eq(notes.engagementId, engagementId));
      expect(texts).toEqual([{ text: 'Erased was here, and the hose was on.' }]);
    }
    await database.delete(refunds);
  },
);

test('what is under way is named, and nothing is erased before it has ended', async ({ business }) => {
  const { test: world, customer, worker } = business;
  const erin = await buildEmployee(world);
  const { erase, close, obstacles } = act(business, erin);
  const { engagementId } = await chargedVisit(business, declinedCard);
  expect(await obstacles(customer)).toEqual(['is-open', 'services', 'bills']);
  const refused = await erase(customer);
  expect([refused.status, refused.error.message]).toEqual([409, 'Please close the account first.']);
  await close(customer);
  expect(await obstacles(customer)).toEqual(['services', 'bills']);
  await moveEngagement(world, erin, engagementId, 'CANCELLED');
  await world.world.database.insert(creditBalances).values({ customerProfileId: customer.profileId, amount: 100 });
  expect(await obstacles(customer)).toEqual(['bills', 'credit']);
  expect((await erase(customer)).error.message).toBe('A bill is open: please collect it or write it off first.');
  expect((await world.call('getProfile', { as: erin.accessToken, ...of(customer) })).body.profile.firstName).toBe(
    'Pat',
  );
  await world.world.database.delete(creditBalances);
  expect(await obstacles(worker)).toEqual(['is-open']);
  expect(await obstacles(erin)).toEqual(['is-staff', 'is-open']);
});

test('when Stripe does not answer nothing is erased, and asked again it goes on', async ({ business }) => {
  const { test: world, customer } = business;
  const erin = await buildEmployee(world);
  const { erase, close } = act(business, erin);
  await chargedVisit(business).then(({ engagementId }) => moveEngagement(world, erin, engagementId, 'CANCELLED'));
  await close(customer);
  await world.drain();
  await setStripeFaults(world, { match: { path: '/v1/customers/' }, kind: 'drop', times: 10 } as never);
  expect((await erase(customer)).status).toBe(502);
  const read = async () => (await world.call('getProfile', { as: erin.accessToken, ...of(customer) })).body.profile;
  expect((await read()).accountErasedAt).toBeUndefined();
  await setStripeFaults(world);
  expect((await erase(customer)).status).toBe(200);
  expect((await read()).accountErasedAt).toBeDefined();
});

test('a person is erased from the letters of a large business, too', async ({ business }) => {
  const { test: world, customer } = business;
  const erin = await buildEmployee(world);
  const { database } = world.world;
  const named = { firstName: 'Hildegard', lastName: 'Brandt', displayName: 'Hildegard B.' };
  await database.update(profiles).set(named).where(eq(profiles.id, customer.profileId));
  await database.execute(sql`
    insert into messages (id, dedupe_key, channel, recipient, subject, text, outcome, created_at, ended_at, give_up_at)
    select gen_random_uuid(), 'old-' || n, 'email', 'other@example.com', 'A letter', text, 'sent', now(), now(), now()
    from (select n, case n when 1 then 'Ms. Hildegard  Brandt called. ' else '' end
      || repeat('Your yard is clean: 12 Lake Rd, Rogers. Wren O. was there on Tuesday. ', 10) as text
      from generate_series(1, 10000) n) letters`);
  const { close, erase } = act(business, erin);
  expect((await close(customer)).status).toBe(200);
  expect((await erase(customer)).status).toBe(200);
  const letters = (text: SQL) => database.$count(messages, sql`${messages.dedupeKey} like 'old-%' and ${text}`);
  expect(await letters(sql`text = ''`)).toBe(1);
  expect(await letters(sql`text like 'Your yard is clean%'`)).toBe(9999);
});

test('messages of somebody else at the same phone stay, the own go, and a file has all that is kept', async ({
  business,
}) => {
  const { test: world, customer } = business;
  const erin = await buildEmployee(world, { firstName: 'Erin', lastName: 'Moss' });
  const partner = await buildCustomer(world);
  expect(partner.phone).toBe(customer.phone);
  const { engagementId } = await chargedVisit(business);
  const as = erin.accessToken;
  await world.call('createNote', { as, ...of(customer), body: { id: randomUUID(), text: 'Rings twice.' } });
  await noteAtVisit(business, engagementId, 'customer', 'The hose was on.');
  await noteAtVisit(business, engagementId, 'office', 'A new dog.');
  const exported = await downloadExport(world, erin, customer);
  const { data } = exported;
  expect(data).toMatchObject({
    account: { username: customer.username, email: customer.email },
    profiles: [{ type: 'PROFILE_TYPE_CUSTOMER', phone: customer.phone }],
    addresses: [{ streetAddress1: '100 Main St' }],
    services: [{ id: engagementId, as: 'customer' }],
    visits: [{ service: engagementId, status: 'WORK_STATUS_WORK_COMPLETED' }],
    bills: [{ amount: expect.any(Number) }],
    notesOfStaff: [{ text: 'Rings twice.', by: 'Erin Moss' }, { text: 'The hose was on.' }, { text: 'A new dog.' }],
  });
  const ofWorker = (await downloadExport(world, erin, business.worker)).data;
  expect(ofWorker.notesAtVisits).toMatchObject([
    { text: 'The hose was on.', isToCustomer: true },
    { text: 'A new dog.', isToCustomer: false },
  ]);
  expect(data.messages.length).toBeGreaterThan(1);
  expect(exported.json).not.toContain('token=');
  const query = { kind: 'data-exported' } as const;
  expect((await world.call('listChanges', { as, query })).body.changes).toHaveLength(2);

  await moveEngagement(world, erin, engagementId, 'CANCELLED');
  const { close, erase } = act(business, erin);
  await close(customer);
  await world.drain();
  const texts = async () => {
    const { messages } = (await world.call('listMessages', { as, query: { profileId: partner.profileId } })).body;
    return messages.filter(({ channel }) => channel === 'text');
  };
  const { phone } = partner;
  const reader = {
    profileId: partner.profileId,
    email: '',
    phone,
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  };
  await world.world.database.transaction((transaction) =>
    tell(world.world, transaction, 'partner:1', reader as never, { subject: 'Hello', paragraphs: [], short: 'Hello' }),
  );
  const at = async () =>
    (await world.call('listMessages', { as, query: { q: phone } })).body.messages.map(
      ({ people }) => people[0]?.profileId,
    );
  expect(await at()).toEqual(expect.arrayContaining([partner.profileId, customer.profileId]));
  const before = await texts();
  expect(before).toHaveLength(1);
  await erase(customer);
  expect(await texts()).toEqual(before);
  expect(await at()).toContain(partner.profileId);
  expect(await at()).not.toContain(customer.profileId);
});

test.for<[first: string, last: string, written: string[], stays: string[]]>([
  [
    'Renée',
    'O’Brien-Smíth',
    [
      "Renee O'Brien-Smith",
      'O’Brien-Smíth, Renée',
      'renée  o&#39;brien-smíth',
      "Mrs. O'BRIEN-SMÍTH",
      'Rene\u0301e O’Brien Smi\u0301th',
      'RENÉE\u00a0O’BRIEN–SMÍTH',
    ],
    ['Renée Smith', 'O’Brien', 'Smith'],
  ],
  ['Bo', 'Li', ['Bo  Li', 'Li, Bo', 'LI,BO'], ['Li', 'Bob Lint', 'Alibo']],
  ['José', 'de La Cruz', ['de La Cruz José', 'Jose De la Cruz', 'de la Cruz, Jose'], ['La Cruz', 'de La Cruz']],
  ['Ann', 'Van Buren', ['Van Buren, Ann'], ['Van Buren', 'Ann Van']],
  [
    'Maximilian',
    'Longfellow',
    [
      'Maximilian J. Longfellow',
      'Maximilian & Ann Longfellow',
      'Longfellow Maximilian',
      'MaximilianLongfellow',
      'maximilian longfellow',
      'Maximilian X.',
      'Mr. Longfellow',
      'mr. longfellow',
      'mrs longfellow',
      'MS.LONGFELLOW',
      'miss longfellow',
    ],
    ['Longfellow', 'longfellow', 'Mr. Longfellows', 'Maximilian', 'M. Longfellow'],
  ],
  ['Torbjörn', 'Schröder', ['Torbjoern Schroeder', 'Torbjörn X.'], ['Schroeder']],
  // The other customer is a Lee, too.
  ['Zebulon', 'Lee', ['zebulon lee'], ['Mr. Lee', 'mr. lee']],
  [
    'Anne Marie',
    'O’Shaughnessy Núñez',
    ["O'Shaughnessy Núñez", 'OShaughnessy Nunez', "O'SHAUGHNESSY-NÚÑEZ"],
    ["O'Shaughnessy", 'Núñez', 'Anne Marie'],
  ],
  ['Ana', 'Santa Cruz', ['Ana Santa Cruz'], ['Santa Cruz']],
  [
    'Will',
    'Park',
    ['Will Park', 'WILL PARK', 'Park, Will', 'will park’s', 'ask will park'],
    ['I will park at the gate', 'a will, park it'],
  ],
  ['伟', '王', ['王伟', '王 伟', '伟 王', '王, 伟'], ['伟大', '国王']],
  ['민수', '김', ['김민수', '김 민수'], ['민수기', '김치']],
])(
  '%s %s is erased from notes about others, however it is written',
  async ([first, last, written, stays], { business }) => {
    const { test: world, customer } = business;
    const erin = await buildEmployee(world);
    const { database } = world.world;
    await database
      .update(profiles)
      .set({ firstName: first, lastName: last, displayName: `${first} X.` })
      .where(eq(profiles.id, customer.profileId));
    const other = await buildCustomer(world);
    const note = (text: string) =>
      world.call('createNote', { as: erin.accessToken, ...of(other), body: { id: randomUUID(), text } });
    const texts = [...written, ...stays].map((name) => `Like ${name}: friendly.`);
    for (const text of texts) expect((await note(text)).status).toBe(200);
    const { close, erase } = act(business, erin);
    expect((await close(customer)).status).toBe(200);
    expect((await erase(customer)).status).toBe(200);
    const kept = await database.select({ text: notes.text }).from(notes).orderBy(notes.createdAt, notes.id);
    expect(kept.map(({ text }) => text)).toEqual([
      ...written.map((name) => {
        const [before = ''] = /^(mrs?\.? |ms\.|miss |ask )/i.exec(name) ?? [];
        return expect.stringMatching(new RegExp(`^Like ${before}Erased(’s)?: `));
      }),
      ...stays.map((name) => `Like ${name}: friendly.`),
    ]);
  },
);

test.for<[street: string, unit: string | null, written: string[], stays: string[]]>([
  [
    '7 Zinnia Way Apt 1/2',
    null,
    ['7 Zinnia Way Apt 1/2', '7 ZINNIA WAY', '7 Zinnia Way, Apt 1/2'],
    ['17 Zinnia Way', '7 Zinnia'],
  ],
  [
    '7 Zinnia Way',
    'Suite Thirteen',
    ['7 Zinnia Way', '7 zinnia way, Suite Thirteen', 'Suite Thirteen, 7 Zinnia Way'],
    ['Suite Thirteen'],
  ],
  ['15 Lot 3 Rd', 'Flat 2', ['15 Lot 3 Rd', '15 Lot 3 Rd Flat 2'], ['15 Rd']],
  // Others live at number 9, too.
  [
    '9 Neighbor Ct, Unit B',
    null,
    ['9 Neighbor Ct Unit B', 'Unit B, 9 Neighbor Ct'],
    ['9 Neighbor Ct', '9 Neighbor Ct Unit C'],
  ],
])(
  '%s with %s is erased from notes about others, however it is written',
  async ([street, unit, written, stays], { business }) => {
    const { test: world, customer } = business;
    const erin = await buildEmployee(world);
    const { database } = world.world;
    const other = await buildCustomer(world);
    const live = (profileId: string, streetAddress1: string, streetAddress2: string | null) =>
      database.update(addresses).set({ streetAddress1, streetAddress2 }).where(eq(addresses.profileId, profileId));
    await live(customer.profileId, street, unit);
    await live(other.profileId, '9 neighbor ct', 'Unit C');
    for (const text of [...written, ...stays]) {
      const body = { id: randomUUID(), text: `From ${text}: friendly.` };
      expect((await world.call('createNote', { as: erin.accessToken, ...of(other), body })).status).toBe(200);
    }
    const { close, erase } = act(business, erin);
    expect([(await close(customer)).status, (await erase(customer)).status]).toEqual([200, 200]);
    const kept = await database.select({ text: notes.text }).from(notes).orderBy(notes.createdAt, notes.id);
    expect(kept.map(({ text }) => text)).toEqual(
      [...written.map(() => 'Erased'), ...stays].map((text) => `From ${text}: friendly.`),
    );
  },
);

test.for<[first: string, last: string, written: string[], stays: string[]]>([
  [
    'Maximilian',
    'Longfellow',
    ['Mr. Longfellow', 'Maximilian', 'M. Longfellow', 'the Longfellows', 'maximilian', 'Maximilian J. Longfellow'],
    ['a long fellow'],
  ],
  ['Jean-Pierre', 'de la Croix', ['Jean', 'Pierre', 'Croix', 'JeanPierre'], ['blue jean']],
  ['Anne Marie', 'O’Shaughnessy Núñez', ['Anne', 'Marie', "O'Shaughnessy", 'Nunez'], ['Annette']],
  ['Åke', 'Schröder', ['Schroeder', 'Schroder', 'Aake'], ['Schr']],
  ['Ian', 'McEwan', ['the McÉwans', 'McEwan’s'], ['Briana']],
  [
    'Will',
    'Park',
    ['Will', 'Mr. Park', 'Mrs. PARK', 'ask Will', 'next to Park', 'thanks, Will', 'Hi Park', 'ok. Will’s'],
    [
      'I will park at the gate',
      'goodwill',
      'at the Park',
      'Memorial Park',
      'near Park Ave',
      'our Park',
      'ok. Will park here',
      'ok. Park is shut',
    ],
  ],
  ['Will', 'Young', ['mr. young', 'ask will', 'will’s'], ['a young dog', 'she will', 'it will do']],
  ['Jo', 'Ng', ['Mr. Ng', 'ask Jo', 'Jo’s', 'with Ng'], ['a jog', 'Joe', 'NG', 'ng']],
  ['小明', '王', ['小明', '王先生'], ['国王']],
  [
    'June',
    'Rivers',
    ['Mrs. Rivers', 'Hi June', 'with Rivers', 'ask June'],
    ['in June', 'ok. June is hot', 'by Rivers Rd', 'the Rivers'],
  ],
])(
  '%s %s is erased from notes on who served them, by each part of the name',
  async ([first, last, written, stays], { business }) => {
    const { test: world, customer } = business;
    const erin = await buildEmployee(world);
    const { database } = world.world;
    await database
      .update(profiles)
      .set({ firstName: first, lastName: last, displayName: `${first} ${last.charAt(0)}.` })
      .where(eq(profiles.id, customer.profileId));
    const worker = await buildOnboardedWorker(world);
    const engagement = await buildEngagement(world, customer);
    await claimEngagement(world, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
    const texts = [...written, ...stays].map((name) => `Like ${name}: friendly.`);
    for (const text of texts) {
      const body = { id: randomUUID(), text };
      expect((await world.call('createNote', { as: erin.accessToken, ...of(worker), body })).status).toBe(200);
    }
    expect((await moveEngagement(world, customer, engagement.id, 'CANCELLED')).status).toBe(200);
    const { close, erase } = act(business, erin);
    expect((await close(customer)).status).toBe(200);
    expect((await erase(customer)).status).toBe(200);
    const kept = await database.select({ text: notes.text }).from(notes).orderBy(notes.createdAt, notes.id);
    const without = (name: string) =>
      name.replace(/(the |mrs?\. |M\. |ask |next to |with |thanks, |Hi |ok\. )?.*?(先生)?$/i, '$1');
    expect(kept.map(({ text }) => text)).toEqual([
      ...written.map((name) =>
        expect.stringMatching(new RegExp(`^Like ${without(name)}Erased(’s|先生)?: friendly\\.$`)),
      ),
      ...stays.map((name) => `Like ${name}: friendly.`),
    ]);
  },
);
