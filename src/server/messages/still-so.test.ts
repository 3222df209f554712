import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { record } from '../changes/record.ts';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { bills, payments, refunds } from '../database/schema/billing.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { inboundTexts } from '../database/schema/consents.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { heldInquiries, inquiries, messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { insertSkips, insertWork } from '../testing/begun-visits.ts';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { buildDeadMessage, buildWorker } from '../testing/factories.ts';
import { type MarchPeople, marchTest } from '../testing/march-business.ts';
import { buildOrder } from '../testing/order-factories.ts';
import { fill, visitsConcerned } from '../visits/fill.ts';
import { tellSoon } from '../visits/known-store.ts';
import type { SkipRow } from '../visits/states.ts';
import type { Concerned } from '../visits/told-store.ts';
import { giveConsents, resumeConsents, revokeConsents } from './consents.ts';
import { standingOf } from './mails-instead.ts';
import { stillSo } from './still-so-store.ts';
import { insertClaims } from './writing-store.ts';

/** A running service of Casey by Wren, its address and its next visit, and who reads dead letters of it. */
type Business = MarchPeople & { service: string; address: string; today: Temporal.PlainDate; now: Temporal.Instant };

const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const { yardpack, customer, wren } = people;
    const made = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, made, ['DAY_OF_WEEK_WEDNESDAY']);
    const now = yardpack.world.clock.now();
    await use({ ...people, service: made.id, address: made.serviceAddress.id, today: businessDay(now), now });
  },
});

const reader = 'nobody@example.com';
/** What a message says of the business, and what makes it untrue; nothing does that of what has happened. */
type Case = {
  /** Behind the kind. */
  key: string;
  about?: string;
  text?: string;
  profileId?: string;
  recipient?: string;
  /** SQL, or the kind of what its reader is written since. */
  untrue?: SQL | { written: string } | ((business: Business) => Promise<unknown>);
};

const insert = async <Row extends { id: string }>(rows: PromiseLike<Row[]>): Promise<string> => {
  const [row] = await rows;
  if (!row) throw new Error('Nothing was inserted');
  return row.id;
};
const engagement = ({ service }: Business, set: SQL) => sql`update engagements set ${set} where id = ${service}`;
const ended = (business: Business) => engagement(business, sql`status = 'ENGAGEMENT_STATUS_CANCELLED'`);
const paused = sql`status = 'ENGAGEMENT_STATUS_PAUSED'`;
const proposed = sql`status = 'ENGAGEMENT_STATUS_PROPOSED', worker_profile_id = null`;
const set = async ({ yardpack }: Business, what: SQL) => await yardpack.world.database.execute(what);
const happened = async (): Promise<Case> => ({ key: randomUUID() });

async function aPayment({ yardpack, service, now }: Business, more: Partial<typeof payments.$inferInsert> = {}) {
  const row = {
    ...{ engagementId: service, amount: 1500, applicationFee: 300, attempt: 1, createdAt: now },
    ...{ stripeCustomerId: 'cus_1', stripePaymentMethodId: 'pm_1', stripeDestinationAccountId: 'acct_1' },
    ...{ status: 'declined', settledAt: now },
    ...more,
  } as typeof payments.$inferInsert;
  return await insert(yardpack.world.database.insert(payments).values(row).returning({ id: payments.id }));
}
async function aBill({ yardpack, customer, wren, now }: Business) {
  const whose = { customerProfileId: customer.profileId, workerProfileId: wren.profileId };
  const row = { number: 'Y-2027-000001', ...whose, amount: 1500, fee: 300, createdAt: now };
  return await insert(yardpack.world.database.insert(bills).values(row).returning({ id: bills.id }));
}
async function aSkip({ yardpack, service, today, now }: Business, more: Partial<SkipRow> = {}) {
  const row = {
    engagementId: service,
    date: today.add({ days: 2 }),
    skippedBy: 'employee',
    createdAt: now,
    ...more,
  } as const;
  const [skip] = await insertSkips(yardpack.world.database, row);
  return skip?.id ?? '';
}
/** Notes that a reminder tells of the visit of the day after tomorrow. */
/** Another rhythm that is wanted, and that its worker has accepted if it says when. */
const anotherRhythm = async (
  { yardpack, service, today, now }: Business,
  acceptedAt: Temporal.Instant | null = null,
) => {
  const startDay = today.add({ days: 9 });
  await yardpack.world.database.insert(plans).values({
    ...{ engagementId: service, frequency: 2, interval: 1, weekOffset: 0, weekDays: [], startDay, firstDay: startDay },
    ...{ wantedBy: 'customer', wantedAt: now, acceptedAt, madeAt: now },
  });
};

async function remind({ yardpack, service, today, wren }: Business, reminderId: string) {
  const remindedDay = today.add({ days: 2 });
  await yardpack.world.database
    .update(visits)
    .set({ remindedDay, remindedWorkerProfileId: wren.profileId, reminderId })
    .where(and(eq(visits.engagementId, service), eq(visits.day, remindedDay)));
}
async function aWork(business: Business, status: 'WORK_STATUS_TRAVEL_STARTED' | 'WORK_STATUS_WORK_COMPLETED') {
  const { yardpack, service, today, now, wren } = business;
  const row = { engagementId: service, workerProfileId: wren.profileId, date: today, status, createdAt: now };
  return (await insertWork(yardpack.world.database, row)).id;
}
async function aHold({ yardpack, service, today, now }: Business) {
  const days = { firstDay: today.add({ days: 1 }), lastDay: today.add({ days: 9 }) };
  const row = { engagementId: service, ...days, madeBy: 'customer', createdAt: now } as const;
  const id = await insert(yardpack.world.database.insert(holds).values(row).returning({ id: holds.id }));
  await yardpack.world.database.transaction((transaction) => fill(yardpack.world, transaction, [service]));
  return id;
}
async function aHoliday({ yardpack, today, now }: Business, takenBackAt: Temporal.Instant | null) {
  const row = { day: today.add({ days: 3 }), name: 'Founders’ Day', createdAt: now, takenBackAt };
  return await insert(yardpack.world.database.insert(holidays).values(row).returning({ id: holidays.id }));
}
async function aDecline({ yardpack, today, now, wren }: Business): Promise<Case> {
  const day = today.add({ days: 3 });
  const wish = { day, name: 'Days off', workerProfileId: wren.profileId, createdAt: now };
  const declined = { ...wish, wantedAt: now, declinedReason: 'Too busy.' };
  const { database } = yardpack.world;
  const key = await insert(database.insert(holidays).values(declined).returning({ id: holidays.id }));
  const set = sql`insert into holidays (id, day, name, worker_profile_id, created_at)
    values (${randomUUID()}, ${day.toString()}, 'Days off', ${wren.profileId}, now())`;
  return { key, untrue: set };
}
async function aLink({ yardpack, customer, now }: Business, purpose: 'confirm' | 'email' | 'reset' | 'stop-email') {
  const tokenHash = randomUUID();
  await yardpack.world.database.insert(accountLinks).values({
    ...{ tokenHash, userId: customer.userId, purpose, createdAt: now, expiresAt: now.add({ hours: 1 }) },
    email: purpose === 'email' ? 'new@example.com' : null,
  });
  return { key: tokenHash, untrue: sql`update account_links set used_at = now() where token_hash = ${tokenHash}` };
}
async function aCard(business: Business, more: Partial<typeof cards.$inferInsert>) {
  const { yardpack, customer, service } = business;
  const { database } = yardpack.world;
  const [row] = await database.select().from(engagements).where(eq(engagements.id, service));
  const id = row?.stripePaymentMethodId ?? '';
  await database
    .insert(cards)
    .values({ id, userId: customer.userId, ...more })
    .onConflictDoUpdate({ target: cards.id, set: more });
  return id;
}
async function anInquiry({ yardpack, now }: Business): Promise<Case> {
  const row = { fromAddress: reader, subject: 'Hi', message: 'Hi', receivedAt: now };
  const key = await insert(yardpack.world.database.insert(inquiries).values(row).returning({ id: inquiries.id }));
  return { key, untrue: sql`update inquiries set answered_at = now() where id = ${key}` };
}
const anAnswer = async ({ yardpack: { world } }: Business): Promise<Case> => {
  const recipient = '+14795550198';
  const about = { channel: 'text', address: recipient, purposes: ['account', 'service'] } as const;
  const phone = { ...about, source: 'text-reply', word: 'STOP' } as const;
  const stop = () => world.database.transaction((transaction) => revokeConsents(world, transaction, phone));
  return { key: randomUUID(), recipient, untrue: stop };
};
const anEndOfTexts = async ({ yardpack: { world } }: Business): Promise<Case> => {
  const recipient = '+14795550199';
  const purposes = ['account', 'service'] as const;
  const about = { channel: 'text', address: recipient, purposes } as const;
  const given = { ...about, source: 'order', wording: 'staff-1' } as const;
  await world.database.transaction((transaction) => giveConsents(world, transaction, given));
  const office = { ...about, source: 'office', word: 'No more texts' } as const;
  await world.database.transaction((transaction) => revokeConsents(world, transaction, office));
  const start = () => world.database.transaction((one) => resumeConsents(world, one, recipient, 'START'));
  return { key: randomUUID(), recipient, untrue: start };
};
async function anAct(business: Business, more: Partial<typeof acts.$inferInsert>) {
  const { yardpack, customer, office, now } = business;
  const id = randomUUID();
  const whose = { customerProfileId: customer.profileId, byProfileId: office.profileId, at: now, amount: 500 };
  await yardpack.world.database
    .insert(acts)
    .values({ id, kind: 'credit', ...whose, ...more } as typeof acts.$inferInsert);
  return id;
}

/** Its service is paid with another card now, and the bill has this last payment. */
async function aMovedCard(business: Business, status: 'declined' | 'paid' | 'written-off') {
  const billId = await aBill(business);
  await aPayment(business, { billId, status });
  await set(business, engagement(business, sql`stripe_payment_method_id = 'pm_moved'`));
  return await anAct(business, { kind: 'move-card', billId, stripePaymentMethodId: 'pm_moved' });
}

const cases: Record<keyof typeof stillSo, (business: Business) => Promise<Case>> = {
  'account-closed': async ({ customer: { userId } }) => ({
    key: `${userId}:2027-03-08T00:00:00Z`,
    untrue: sql`update users set deactivated_at = null`,
  }),
  'account-open': async ({ customer: { userId } }) => ({
    key: `${userId}:2027-03-08T00:00:00Z`,
    untrue: sql`update users set deactivated_at = now() where id = ${userId}`,
  }),
  'account-restricted': async ({ yardpack, wren }) => {
    const { database } = yardpack.world;
    await database.update(connectedAccounts).set({ onboardingComplete: false });
    const [row] = await database.select().from(connectedAccounts).where(eq(connectedAccounts.userId, wren.userId));
    return { key: `${row?.id}:2`, untrue: sql`update connected_accounts set onboarding_complete = true` };
  },
  'address-changed': async ({ address, yardpack }) => {
    const { rows } = await yardpack.world.database.execute<{ version: number }>(
      sql`select version from addresses where id = ${address}`,
    );
    return {
      key: `${address}:${rows[0]?.version}:owner`,
      untrue: sql`update addresses set version = version + 1 where id = ${address}`,
    };
  },
  'address-chosen': async (business) => ({
    key: `${business.service}:3:customer`,
    untrue: { written: 'address-chosen' },
  }),
  'after-all': async (business) => {
    const id = await aHoliday(business, business.now);
    return { key: `${id}:${business.service}:1`, untrue: sql`update holidays set day = '2027-03-07' where id = ${id}` };
  },
  'card-expires': async (business) => {
    const id = await aCard(business, { expiresOn: business.today.add({ days: 20 }) });
    return {
      key: `${id}:${business.today.add({ days: 20 })}:1`,
      untrue: sql`update cards set expires_on = '2030-01-31'`,
    };
  },
  'card-gone': async (business) => {
    const key = await aCard(business, { goneAt: business.now });
    return { key, untrue: engagement(business, sql`stripe_payment_method_id = 'pm_other'`) };
  },
  'kind-ended': async (business) => {
    const key = await aCard(business, { goneAt: business.now, isKindEnded: true });
    return { key: `${key}:2027-03-08T00:00:00Z`, untrue: sql`update cards set is_kind_ended = false, gone_at = null` };
  },
  confirm: (business) => aLink(business, 'confirm'),
  'days-off-declined': aDecline,
  'dispute-decided': happened,
  'credit-removed': happened,
  credit: async (business) => {
    const { yardpack, customer } = business;
    const key = await anAct(business, {});
    const row = { customerProfileId: customer.profileId, amount: 1250 };
    await yardpack.world.database.insert(creditBalances).values(row);
    const untrue = sql`update credit_balances set amount = 250`;
    return { key, text: 'You have $12.50 now. It pays for your next bills.', untrue };
  },
  'customer-back': async (business) => {
    await set(business, engagement(business, paused));
    return { key: `${business.service}:1`, about: business.service, untrue: ended(business) };
  },
  'customer-deleted': async (business) => {
    const { database } = business.yardpack.world;
    // Another card was saved, and not chosen for the service.
    const { userId } = business.customer;
    const gone = { stripeCustomerId: 'cus_new', deletedStripeCustomerId: 'cus_gone' };
    await database.update(users).set(gone).where(eq(users.id, userId));
    await aCard(business, { goneAt: business.now });
    await database.insert(cards).values({ id: 'pm_new', userId, name: 'Visa (4242)', type: 'card' });
    return { key: 'cus_gone', untrue: engagement(business, sql`stripe_payment_method_id = 'pm_new'`) };
  },
  'days-away': async ({ service, customer }) => ({
    key: `${service}:all:2027-03-08T00:00:00Z:${customer.profileId}`,
    about: service,
    profileId: customer.profileId,
    untrue: { written: 'days-away' },
  }),
  email: (business) => aLink(business, 'email'),
  'email-change': async (business) => {
    const { untrue } = await aLink(business, 'email');
    return { key: `${business.customer.userId}:2027-03-08T00:00:00Z`, untrue };
  },
  'email-changed': happened,
  'engagement-accepted': async (business) => ({
    key: `${business.service}:${business.wren.profileId}:2027-03-08T00:00:00Z`,
    about: business.service,
    untrue: engagement(business, sql`worker_profile_id = ${business.walt.profileId}`),
  }),
  'engagement-status': async ({ service }) => ({
    key: `${service}:4:customer`,
    untrue: { written: 'engagement-status' },
  }),
  'engagement-statuses': async ({ service }) => ({
    key: `${service}:4:customer`,
    untrue: { written: 'engagement-status' },
  }),
  'email-confirmed': happened,
  'factor-added': happened,
  'factor-removed': happened,
  'factors-taken': happened,
  'given-back': happened,
  'hold-ends': async (business) => ({
    key: await aHold(business),
    about: business.service,
    untrue: { written: 'days-away' },
  }),
  holiday: async (business) => {
    const id = await aHoliday(business, null);
    return { key: `${id}:${business.wren.profileId}`, untrue: sql`update holidays set taken_back_at = now()` };
  },
  'holiday-taken-back': async (business) => {
    const id = await aHoliday(business, business.now);
    return { key: `${id}:${business.wren.profileId}`, untrue: sql`update holidays set day = '2027-03-07'` };
  },
  inquiry: anInquiry,
  'inquiry-confirmed': anInquiry,
  'inquiry-held': async ({ yardpack, now }) => {
    const row = { fromAddress: reader, form: {}, tokenHash: randomUUID(), receivedAt: now, expiresAt: now };
    const key = await insert(
      yardpack.world.database.insert(heldInquiries).values(row).returning({ id: heldInquiries.id }),
    );
    return { key, untrue: sql`update held_inquiries set form = null where id = ${key}` };
  },
  'moved-card': async (business) => ({
    key: await aMovedCard(business, 'declined'),
    untrue: engagement(business, sql`stripe_payment_method_id = 'pm_other'`),
  }),
  'not-billed': happened,
  'on-the-way': async (business) => ({
    key: await aWork(business, 'WORK_STATUS_TRAVEL_STARTED'),
    untrue: sql`update visits set state = 'done', step = 'WORK_STATUS_WORK_COMPLETED' where step is not null`,
  }),
  'order-link': async ({ yardpack, office }) => {
    const order = await buildOrder(yardpack, office);
    const { rows } = await yardpack.world.database.execute<{ token_hash: string }>(
      sql`select token_hash from order_links`,
    );
    const takenBack = () => yardpack.call('takeBackOrder', { as: office.accessToken, params: { orderId: order.id } });
    await yardpack.world.database.delete(messages);
    return { key: rows[0]?.token_hash ?? '', untrue: takenBack };
  },
  'password-changed': happened,
  'phone-changed': happened,
  'payment-confirm': async (business) => ({
    key: await aPayment(business, {
      status: 'action-required',
      settledAt: null,
      dueAt: business.now.add({ hours: 1 }),
    }),
    untrue: sql`update payments set status = 'paid', settled_at = now(), due_at = null`,
  }),
  'payment-declined': async (business) => ({
    key: await aPayment(business),
    untrue: sql`update payments set status = 'paid'`,
  }),
  'payment-given-up': async (business) => ({
    key: await aPayment(business, { attempt: 4 }),
    untrue: sql`update payments set status = 'written-off'`,
  }),
  'payout-failed': async ({ yardpack }) => {
    const failed = { failedPayoutId: 'po_1', failedPayoutAmount: 900, payoutFailedAt: yardpack.world.clock.now() };
    await yardpack.world.database.update(connectedAccounts).set(failed);
    return { key: 'po_1', untrue: sql`update connected_accounts set failed_payout_id = null, payout_failed_at = null` };
  },
  'price-rise': async (business) => {
    await set(business, engagement(business, sql`${proposed}, version = 7`));
    return { key: `${business.service}:7`, untrue: engagement(business, sql`version = 8`) };
  },
  receipt: happened,
  'recovery-code-used': async ({ customer: { userId } }) => ({
    key: `${userId}:lookup:1`,
    untrue: { written: 'recovery-codes-made' },
  }),
  'recovery-codes-made': happened,
  refund: async (business) => {
    const { yardpack, now } = business;
    const paymentId = await aPayment(business, { status: 'paid' });
    const row = { id: randomUUID(), paymentId, amount: 500, status: 'done', createdAt: now } as never;
    const id = await insert(yardpack.world.database.insert(refunds).values(row).returning({ id: refunds.id }));
    return { key: `${id}:done`, untrue: sql`update refunds set status = 'failed'` };
  },
  reset: (business) => aLink(business, 'reset'),
  'reset-by-text': happened,
  'rhythm-asked': async (business) => {
    await anotherRhythm(business);
    return {
      key: `${business.service}:${business.now}:customer`,
      untrue: sql`delete from plans where wanted_at is not null`,
    };
  },
  'rhythm-withdrawn': async ({ service, now }) => ({
    key: `${service}:${now}`,
    untrue: (business) => anotherRhythm(business),
  }),
  'rhythm-back': async ({ service, now, wren }) => ({
    key: `${service}:${now}`,
    profileId: wren.profileId,
    untrue: (business) => anotherRhythm(business, business.yardpack.world.clock.now()),
  }),
  role: async ({ office }) => ({ key: `${office.profileId}:1`, untrue: { written: 'role' } }),
  'staff-message': anAnswer,
  'start-reply': anEndOfTexts,
  'text-answer': anAnswer,
  'text-reply': async ({ yardpack }) => ({
    key: randomUUID(),
    untrue: async () =>
      await yardpack.world.database.insert(inboundTexts).values({
        ...{ provider: 'twilio', providerId: randomUUID(), sender: reader, recipient: '+14795550100', text: 'START' },
        ...{ intent: 'start', receivedAt: yardpack.world.clock.now().add({ hours: 1 }) },
      }),
  }),
  'stop-email': (business) => aLink(business, 'stop-email'),
  'email-change-ended': (business) => aLink(business, 'email'),
  'texts-ended': anEndOfTexts,
  'taken-back': async (business) => {
    const paymentId = await aPayment(business, { status: 'paid' });
    const blocked = {
      ...{ userId: business.customer.userId, stripePaymentMethodId: 'pm_1', paymentId },
      reason: 'disputed',
    } as const;
    await business.yardpack.world.database.insert(methodBlocks).values({ ...blocked, since: business.now });
    return { key: `${paymentId}:disputed:2`, untrue: sql`update method_blocks set ended_at = now()` };
  },
  tip: happened,
  'tip-failed': async (business) => {
    const tipWorkId = await aWork(business, 'WORK_STATUS_WORK_COMPLETED');
    return {
      key: await aPayment(business, { tipWorkId, isTakenOver: true }),
      untrue: async () => await aPayment(business, { tipWorkId, status: 'paid' }),
    };
  },
  'top-up': happened,
  unclaimed: async (business) => {
    await set(business, engagement(business, proposed));
    return { key: `${business.service}:2027-03-08T00:00:00Z`, about: business.service, untrue: ended(business) };
  },
  unpaid: happened,
  'visit-note': async ({ yardpack, customer, wren, now }) => {
    const note = { profileId: customer.profileId, text: 'Hi', byProfileId: wren.profileId, createdAt: now };
    const key = await insert(yardpack.world.database.insert(notes).values(note).returning({ id: notes.id }));
    return { key, untrue: sql`delete from notes` };
  },
  'visit-reminder': async (business) => {
    const key = randomUUID();
    await remind(business, key);
    return { key, untrue: async () => await aSkip(business) };
  },
  'visit-on-again': async (business) => ({
    key: `${business.service}:${randomUUID()}:customer`,
    about: business.service,
    profileId: business.customer.profileId,
    untrue: async () => await aSkip(business),
  }),
  'held-up': happened,
  'visit-skip-undone': happened,
  'visit-skipped': async (business) => ({
    key: `${await aSkip(business)}:customer`,
    about: business.service,
    untrue: sql`delete from visits where off_id is not null or missed_id is not null`,
  }),
  'visit-told': async (business) => ({
    key: `${business.service}:2027-03-10:1`,
    about: business.service,
    profileId: business.customer.profileId,
    untrue: async () => await postpone(business, business.today.add({ days: 2 })),
  }),
  'visits-missed': async (business) => ({
    key: await aSkip(business, { kind: 'missed', skippedBy: null }),
    untrue: sql`delete from visits where off_id is not null or missed_id is not null`,
  }),
  'work-completed': async (business) => ({
    key: await aWork(business, 'WORK_STATUS_WORK_COMPLETED'),
    untrue: sql`delete from visits where step is not null`,
  }),
  'worker-approval': async ({ wren }) => ({ key: `${wren.profileId}:1`, untrue: { written: 'worker-approval' } }),
  'worker-lost': async (business) => {
    await set(business, engagement(business, sql`${paused}, worker_profile_id = null`));
    return { key: `${business.service}:3`, about: business.service, untrue: engagement(business, proposed) };
  },
  'written-off': happened,
  'wrong-factor': happened,
};

test.for([
  ['paid', 200],
  ['written-off', 409],
] as const)(
  'that another card pays for a service is so when its bill is %s: %i',
  async ([status, expected], { business }) => {
    const { yardpack, office } = business;
    const dedupeKey = `moved-card:${await aMovedCard(business, status)}:text`;
    const messageId = await buildDeadMessage(yardpack.world, { dedupeKey, recipient: reader });
    const input = { as: office.accessToken, params: { messageId }, body: { resolveBy: 'sending-again' } } as const;
    expect((await yardpack.call('resolveDeadMessage', input)).status).toBe(expected);
  },
);

test.for(Object.keys(stillSo))(
  '%s is sent again while it is so, and refused with a word of why when not',
  async (kind, { business }) => {
    const { yardpack, office } = business;
    const { key, about, text, profileId, recipient = reader, untrue } = (await cases[kind]?.(business)) ?? { key: '' };
    const send = async (channel: 'email' | 'text') => {
      const message = {
        dedupeKey: `${kind}:${key}:${channel}`,
        recipient,
        aboutId: about ?? null,
        ...(text && { text }),
        ...(profileId && { profileId }),
      };
      const messageId = await buildDeadMessage(yardpack.world, message);
      if (kind === 'visit-told' || kind === 'visit-on-again')
        await tellsOf(business, messageId, { profileId: profileId ?? '', days: [business.today.add({ days: 2 })] });
      return async () => {
        const input = { as: office.accessToken, params: { messageId }, body: { resolveBy: 'sending-again' } } as const;
        const { status, error } = await yardpack.call('resolveDeadMessage', input);
        return [status, error?.message];
      };
    };
    const [first, second] = [await send('email'), await send('text')];
    if (kind === 'account-closed')
      await set(business, sql`update users set deactivated_at = now() where id = ${business.customer.userId}`);
    expect((await first())[0]).toBe(200);
    if (!untrue) return;
    if (typeof untrue === 'function') await untrue(business);
    else if ('written' in untrue) {
      const createdAt = yardpack.world.clock.now().add({ seconds: 1 });
      const [id] = key.split(':');
      const newer = { dedupeKey: `${untrue.written}:${id}:plan:email`, recipient, createdAt, aboutId: about ?? null };
      await buildDeadMessage(yardpack.world, newer);
    } else await set(business, untrue);
    expect(await second()).toEqual([
      409,
      expect.stringMatching(/^[A-Z].*\. So it is not sent again: please drop it\.$/),
    ]);
  },
);

/** A dead message to a person of the service, and what comes in between. */
const whoRead = ['customer', 'wren', 'june'] as const;
type Later =
  | 'nothing'
  | 'skip'
  | 'hold'
  | 'another worker'
  | 'a skip before'
  | 'a change that is untold'
  | 'another status'
  | 'a move told'
  | 'a move of another day told'
  | 'days away told'
  | 'days away told by text';
test.for<[kind: string, reader: (typeof whoRead)[number], since: Later, status: number]>([
  ['visit-told', 'customer', 'nothing', 200],
  ['visit-told', 'customer', 'a skip before', 200],
  ['visit-told', 'customer', 'skip', 409],
  ['visit-told', 'customer', 'hold', 409],
  ['visit-told', 'june', 'skip', 409],
  ['visit-told', 'june', 'hold', 409],
  ['visit-told of several', 'customer', 'nothing', 200],
  ['visit-told of several', 'customer', 'skip', 409],
  ['visit-told of several', 'customer', 'hold', 409],
  ['visit-told of weekdays', 'customer', 'nothing', 200],
  ['visit-told of weekdays', 'customer', 'days away told', 409],
  ['visit-told of weekdays', 'wren', 'nothing', 200],
  // June has given it back herself, and was written nothing of that.
  ['visit-told of weekdays', 'june', 'nothing', 409],
  ['visit-told of leaving', 'june', 'nothing', 200],
  ['visit-told of leaving', 'wren', 'nothing', 409],
  ['visit-told', 'customer', 'a change that is untold', 409],
  ['visit-told', 'customer', 'a move told', 409],
  ['visit-told', 'customer', 'a move of another day told', 200],
  ['visit-told of several', 'customer', 'a move told', 409],
  ['visit-told of several', 'customer', 'a move of another day told', 200],
  ['visit-told of weekdays', 'customer', 'a move of another day told', 409],
  ['visit-on-again', 'customer', 'a move told', 409],
  ['visit-on-again', 'customer', 'a move of another day told', 200],
  ['visit-reminder', 'customer', 'a move told', 409],
  ['visit-reminder', 'customer', 'a move of another day told', 200],
  ['holiday', 'customer', 'a move of another day told', 200],
  ['engagement-status', 'customer', 'nothing', 200],
  ['engagement-status', 'customer', 'another status', 409],
  ['holiday', 'customer', 'nothing', 200],
  ['holiday', 'customer', 'a skip before', 200],
  ['holiday', 'customer', 'hold', 409],
  ['holiday', 'customer', 'skip', 409],
  ['holiday', 'customer', 'another status', 409],
  ['holiday', 'customer', 'a move told', 409],
  ['holiday', 'customer', 'a change that is untold', 409],
  ['holiday', 'wren', 'another status', 200],
  ['after-all', 'customer', 'nothing', 200],
  ['after-all', 'customer', 'hold', 409],
  ['engagement-accepted', 'customer', 'nothing', 200],
  ['engagement-accepted', 'customer', 'days away told', 409],
  ['engagement-accepted', 'customer', 'days away told by text', 409],
  ['visit-on-again', 'customer', 'nothing', 200],
  ['visit-on-again', 'customer', 'hold', 409],
  ['visit-on-again', 'customer', 'skip', 409],
  ['visit-reminder', 'customer', 'nothing', 200],
  ['visit-reminder', 'customer', 'hold', 409],
  // Another makes it now, which is still so.
  ['visit-told', 'wren', 'skip', 200],
  ['rhythm-asked', 'wren', 'nothing', 200],
  ['rhythm-asked', 'wren', 'another worker', 409],
  ['rhythm-asked', 'customer', 'another worker', 200],
  ['days-away', 'wren', 'nothing', 200],
  ['days-away', 'wren', 'another worker', 409],
  ['days-away', 'customer', 'another worker', 200],
  ['days-away', 'customer', 'a change that is untold', 409],
])(
  '%s to %s, with %s since, is answered %i when it is sent again',
  async ([kind, who, since, status], { business }) => {
    const { yardpack, office, service, today, now, wren, customer } = business;
    const { database } = yardpack.world;
    const june = await buildWorker(yardpack);
    const day = today.add({ days: 2 });
    const { profileId, userId } = { customer, wren, june }[who];
    const reminder = randomUUID();
    if (kind === 'visit-reminder') await remind(business, reminder);
    const isDayOff = kind === 'holiday' || kind === 'after-all';
    const holidayId = isDayOff ? await aHoliday(business, kind === 'holiday' ? null : now) : null;
    if (kind === 'visit-told' || kind === 'holiday')
      await set(
        business,
        sql`update visits set worker_profile_id = ${june.profileId} where day = ${day.toString()}::date`,
      );
    if (kind === 'rhythm-asked') await anotherRhythm(business);
    if (since === 'a skip before') await aSkip(business, { createdAt: now.subtract({ hours: 1 }) });
    const key = {
      'visit-told': `${service}:${day}:${now}:${profileId}`,
      'visit-told of several': `${service}:${today.add({ days: 1 })}+${day}:${now}:${profileId}`,
      'visit-told of weekdays': `${service}:plan:${now}:${profileId}`,
      'visit-told of leaving': `${service}:left:${now}:${profileId}`,
      'engagement-status': `${service}:4:customer`,
      holiday: `${holidayId}:${who === 'customer' ? `${service}:${now}` : profileId}`,
      'after-all': `${holidayId}:${service}:${now}`,
      'visit-on-again': `${service}:${day}:${now}:${profileId}`,
      'visit-reminder': reminder,
      'engagement-accepted': `${service}:${wren.profileId}:${now}`,
      'days-away': `${service}:all:${now}:${profileId}`,
      'rhythm-asked': `${service}:${now}:${who === 'customer' ? 'customer' : profileId}`,
    }[kind];
    const message = {
      dedupeKey: `${kind.split(' ')[0]}:${key}:email`,
      profileId,
      userId,
      aboutId: isDayOff ? null : service,
    };
    const messageId = await buildDeadMessage(yardpack.world, message);
    const isOfPlan = kind === 'visit-told of weekdays' || kind === 'visit-told of leaving';
    if (isOfPlan || isDayOff || kind.startsWith('visit-told') || kind === 'visit-on-again')
      await tellsOf(business, messageId, { profileId, days: isOfPlan ? undefined : [day, today.add({ days: 3 })] });
    const later = { ...business, now: now.add({ minutes: 1 }) };
    if (since === 'skip') await aSkip(later);
    if (since === 'hold' || since.startsWith('days away told')) {
      await aHold(later);
      await database.transaction((transaction) => fill(yardpack.world, transaction, [service]));
    }
    if (since === 'a move told') await postpone(business, day);
    if (since === 'a move of another day told') await postpone(business, day.add({ days: 7 }));
    if (since === 'another status') {
      const paused = { kind: 'status-changed', by: null, subjectId: service } as const;
      const then = { clock: { now: () => later.now } };
      await database.transaction((transaction) => record(then, transaction, paused));
    }
    const told = {
      'days away told': ['days-away', 'email', 'nobody@example.com'],
      'days away told by text': ['days-away', 'text', '+14795550188'],
    }[since as string];
    if (told) {
      const [ofKind, channel, recipient, part = 'all'] = told as [string, 'email' | 'text', string, string?];
      const dedupeKey = `${ofKind}:${service}:${part}:${later.now}:${profileId}:${channel}`;
      const newer = { dedupeKey, channel, recipient, profileId, userId, aboutId: service, createdAt: later.now };
      await buildDeadMessage(yardpack.world, newer);
    }
    if (since === 'a change that is untold')
      await database.transaction((transaction) => tellSoon(yardpack.world, transaction, [service]));
    if (since === 'another worker')
      await set(business, engagement(business, sql`worker_profile_id = ${june.profileId}`));
    const input = { as: office.accessToken, params: { messageId }, body: { resolveBy: 'sending-again' } } as const;
    expect((await yardpack.call('resolveDeadMessage', input)).status).toBe(status);
  },
);

test('a mail in place of a text of a day off waits while its reader is about to be told otherwise', async ({
  business,
}) => {
  const { yardpack, service, now, customer } = business;
  const { world } = yardpack;
  const dedupeKey = `holiday:${await aHoliday(business, null)}:${service}:${now}:text`;
  const id = await buildDeadMessage(world, {
    dedupeKey,
    channel: 'text',
    profileId: customer.profileId,
    aboutId: null,
  });
  const standing = () => standingOf(world.database, { id, dedupeKey }, now);
  expect(await standing()).toBe('so');
  await world.database.transaction((transaction) => tellSoon(world, transaction, [service]));
  expect(await standing()).toBe('changes');
});

/** Notes that a message tells of the visits that are on some days, or of all. */
async function tellsOf(
  { yardpack: { world }, service }: Business,
  messageId: string,
  reader: Concerned,
): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await insertClaims(transaction, [messageId], await visitsConcerned(world, transaction, service, reader));
  });
}
/** Puts a visit two days later. */
const postpone = (business: Business, day: Temporal.PlainDate) =>
  set(
    business,
    sql`update visits set day = day + 2 where engagement_id = ${business.service} and day = ${day.toString()}::date`,
  );

/** Events of other things than messages. */
const noMessages = ['account', 'credit-back', 'payment'];

test('every kind of message is in the table', () => {
  const folder = join(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const kinds = files
    .filter((path) => !path.startsWith('testing') && !path.startsWith('demo'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((text) => /messages\/service\.ts'|from '\.\/service\.ts'|from '\.\/tell-payer\.ts'/.test(text))
    .flatMap((text) => [...text.matchAll(/`([a-z]+(?:-[a-z]+)*):\$\{|, '((?:payment|tip)-[a-z-]+|receipt)', /g)])
    .map(([, told, paid]) => told ?? paid ?? '');
  const missing = [...new Set(kinds)].filter((kind) => !(kind in stillSo) && !noMessages.includes(kind));
  expect([kinds.length > 40, missing]).toEqual([true, []]);
});
