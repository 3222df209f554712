import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { businessDay, type WeekDay, weekDayOf, weekDaysInOrder } from '#domain/calendar.ts';
import { accountLinks, joinCodes, users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { bills, charges, disputes, payments, refunds } from '../database/schema/billing.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { coupons } from '../database/schema/catalog.ts';
import { inboundTexts } from '../database/schema/consents.ts';
import { creditBalances, topUps } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { notes } from '../database/schema/notes.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { settings } from '../database/schema/settings.ts';
import { textAnswers } from '../database/schema/text-answers.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { giveConsents } from '../messages/consents.ts';
import { hashToken, newToken } from '../secrets.ts';
import { keepDatabase } from './access-database.ts';
import { insertSkips, insertWork, insertWorks } from './begun-visits.ts';
import {
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  workUntil,
} from './engagement-factories.ts';
import { buildFactorThings } from './factor-factories.ts';
import {
  approveWorker,
  buildCustomer,
  buildDeadMessage,
  buildEmployee,
  buildFailedJob,
  buildWorker,
  mailedToken,
  type Person,
  signUpBody,
  someAddress,
  testPassword,
} from './factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from './inquiry-factories.ts';
import { buildOrder } from './order-factories.ts';
import { buildCard, completeVisit, onboardWorker, setStripeFaults } from './payment-factories.ts';
import { tinyPicture } from './pictures.ts';
import { hearAllOfStripe } from './stripe-news.ts';
import { createTestWorld, type TestWorld } from './world.ts';

/** Who may be signed in. */
export const roles = ['customer', 'worker', 'employee'] as const;
export type Role = (typeof roles)[number];

/** A customer, the worker who comes to that customer, and an employee, with one thing of every kind. */
export type Side = {
  people: Record<Role, Person>;
  /** The ids that a call of one of them is made of. */
  own(role: Role): Own;
};

/** Ids by what they are of; a thing that both sides share has the same id on both. */
export type Own = Awaited<ReturnType<typeof buildThings>> &
  Shared & {
    /** Of the link of an order that was sent to the side's customer. */
    acceptableToken: string;
    acceptableOrderId: string;
    /** Of who calls. */
    userId: string;
    profileId: string;
    addressId: string;
    /** One that nothing uses. */
    spareAddressId: string;
    /** Of another browser of who calls. */
    otherSessionId: string;
    /** Of another profile that the caller holds; only a person who is both customer and worker has one. */
    otherProfileId: string;
    otherAddressId: string;
  };
export type OwnKey = keyof Own;
type Shared = Awaited<ReturnType<typeof buildShared>>;

/** What a stranger has and nobody else may be told; in every address, name and phone number of that side. */
const marks = { ours: 'Oursmark', strangers: 'Strangersmark', both: 'Bothmark' };

/**
 * A business with two whole sides that have nothing to do with each other, and one person who is customer and worker.
 * `database` dumps it and puts it back as it was.
 */
export async function createAccessWorld() {
  const test = await createTestWorld();
  // What `database` keeps stays.
  test.spoil();
  const shared = await buildShared(test);
  const ours = await buildSide(test, shared, marks.ours);
  const strangers = await buildSide(test, shared, marks.strangers);
  const both = await buildSide(test, shared, marks.both, true);
  await hearAllOfStripe(test);
  // What a call has asked of Stripe is not to come back in the middle of another one.
  const paths = ['/v1/payment_intents', '/v1/payment_methods'];
  await setStripeFaults(test, ...paths.map((path) => ({ match: { path }, kind: 'lose-webhooks' as const })));
  const database = await keepDatabase(test.world.database.$client, test.unchecked);
  return { test, ours, strangers, both, strangersMark: marks.strangers, database };
}
export type AccessWorld = Awaited<ReturnType<typeof createAccessWorld>>;

/** What all may see, or only staff: an open proposal, the offer, coupons and inquiries. */
async function buildShared(test: TestWorld) {
  const product = await buildProduct(test);
  await buildCoupon(test, { name: 'SHARED' });
  const [coupon] = await test.world.database.select().from(coupons).where(eq(coupons.name, 'SHARED'));
  const inquiryId = randomUUIDv7();
  await sendInquiry(test, inquiryBody(inquiryData(), { inquiryId }));
  for (let number = 0; number <= 10; number += 1) {
    await test.call('sendInquiry', {
      body: inquiryBody(inquiryData({ email: 'held@example.com' })),
      address: '10.9.8.7',
    });
  }
  const owner = await buildCustomer(test);
  const proposal = await buildEngagement(test, owner, { productId: product.id });
  const former = await buildEmployee(test);
  const [ended, order, linked] = [
    await buildOrder(test, former, { productId: product.id, email: 'ended@example.com', streetAddress1: '4 Call St' }),
    await buildOrder(test, former, { productId: product.id, email: 'order@example.com', streetAddress1: '1 Call St' }),
    await buildOrder(test, former, { productId: product.id, email: 'linked@example.com', streetAddress1: '2 Call St' }),
  ];
  await test.call('takeBackOrder', { as: former.accessToken, params: { orderId: ended.id } });
  const { database, clock } = test.world;
  await database.update(users).set({ deactivatedAt: clock.now() }).where(eq(users.id, former.userId));
  await issueJoinCode(test.world, null);
  const [joinCode] = await database.select().from(joinCodes).where(isNull(joinCodes.usedAt));
  const usedJoinCode = await issueJoinCode(test.world, null);
  const colleague = await buildEmployee(test, { joinCode: usedJoinCode });
  const newcomer = signUpBody('PROFILE_TYPE_CUSTOMER');
  const { userId: newcomerUserId } = (await test.call('signUp', { body: newcomer })).body;
  await test.call('resetPassword', { body: { username: owner.username } });
  await test.drain();
  const deadMessageId = await buildDeadMessage(test.world);
  const jobId = await buildFailedJob(test.world);
  const savedAt = clock.now();
  const stopToken = newToken();
  const stopLink = { tokenHash: hashToken(stopToken), userId: owner.userId, purpose: 'stop-email' } as const;
  await database
    .insert(accountLinks)
    .values({ ...stopLink, createdAt: savedAt, expiresAt: savedAt.add({ hours: 48 }) });
  const upcoming = { from: savedAt.add({ hours: 24 }), values: { largeRate: 2600 }, savedAt, savedBy: owner.userId };
  const [change] = await database.insert(settings).values(upcoming).returning();
  const dayOff = { day: businessDay(savedAt).add({ days: 300 }), name: 'Founders’ Day', createdAt: savedAt };
  const [holiday] = await database.insert(holidays).values(dayOff).returning();
  const { profileId: coverProfileId } = await buildOnboardedWorker(test);
  return {
    /** A worker who makes visits of others who are off. */
    coverProfileId,
    productId: product.id,
    couponId: coupon?.id ?? '',
    inquiryId,
    orderId: order.id,
    endedOrderId: ended.id,
    /** Of a further order's link. */
    orderToken: linked.token,
    proposalEngagementId: proposal.id,
    proposalTemplateId: proposal.scheduleTemplate.id,
    /** An employee who is nobody of a side. */
    colleagueProfileId: colleague.profileId,
    colleagueUserId: colleague.userId,
    usedJoinCode,
    formerColleagueProfileId: former.profileId,
    username: owner.username,
    /** What was mailed, and may be used once. */
    newcomerUserId,
    confirmToken: await mailedToken(test, newcomer.email, 'confirm-sign-up'),
    stopToken,
    heldInquiryToken: await mailedToken(test, 'held@example.com', 'confirm-inquiry'),
    resetToken: await mailedToken(test, owner.email, 'set-new-password'),
    deadMessageId,
    jobId,
    settingsId: change?.id ?? '',
    settingsVersion: String((await test.world.settings.read(database)).version),
    holidayId: holiday?.id ?? '',
    joinCodeId: joinCode?.id ?? '',
    joinCode: await issueJoinCode(test.world, null),
  };
}

async function buildSide(test: TestWorld, shared: Shared, mark: string, isOnePerson = false): Promise<Side> {
  const details = { firstName: mark, lastName: mark };
  const customer = await buildCustomer(test, details);
  const worker = isOnePerson ? await addWorkerProfile(test, customer) : await buildWorker(test, details);
  const employee = await buildEmployee(test, details);
  await onboardWorker(test, worker);
  const spares = {
    customer: await buildAddress(test, customer),
    worker: await buildAddress(test, worker),
    employee: await buildAddress(test, employee),
  };
  const sessions = {
    customer: await buildSession(test, customer),
    worker: await buildSession(test, worker),
    employee: await buildSession(test, employee),
  };
  await markThem(test, [customer, worker, employee], mark);
  const people = { customer, worker, employee };
  const email = `${mark}-0@example.com`;
  const order = { ...{ productId: shared.productId, userId: customer.userId, email }, streetAddress1: `3 ${mark} St` };
  const acceptable = await buildOrder(test, employee, order);
  const things = await buildThings(test, shared, people);
  const other = { customer: worker, worker: customer, employee };
  return {
    people,
    own: (role) => ({
      ...shared,
      ...things,
      acceptableToken: acceptable.token,
      acceptableOrderId: acceptable.id,
      userId: people[role].userId,
      profileId: people[role].profileId,
      addressId: people[role].addressId,
      spareAddressId: spares[role],
      otherSessionId: sessions[role],
      otherProfileId: isOnePerson ? other[role].profileId : '',
      otherAddressId: isOnePerson ? other[role].addressId : '',
    }),
  };
}

async function addWorkerProfile(test: TestWorld, person: Person): Promise<Person> {
  const { birthdate: birthday, ...body } = signUpBody('PROFILE_TYPE_WORKER', {
    birthdate: { year: 1990, month: 2, day: 28 },
    userId: person.userId,
  }) as ReturnType<typeof signUpBody> & { birthdate: object };
  const answer = await test.call('createProfile', {
    as: person.accessToken,
    params: { userId: person.userId },
    body: { ...body, birthday },
  });
  if (answer.status !== 200) throw new Error(`No second profile: ${JSON.stringify(answer.error)}`);
  const { id: profileId } = answer.body.profile;
  await approveWorker(test, { profileId });
  const listed = await test.call('listAddresses', { as: person.accessToken, params: { profileId } });
  return { ...person, profileId, addressId: listed.body.addresses[0]?.id ?? '' };
}

/** A text from the customer's phone, which the employee has answered. */
async function buildTexts(test: TestWorld, customer: Person, employee: Person) {
  const { world } = test;
  const { database, clock } = world;
  const [profile] = await database.select().from(profiles).where(eq(profiles.id, customer.profileId));
  const consent = {
    channel: 'email',
    address: profile?.email ?? '',
    purposes: ['service'],
    source: 'sign-up',
  } as const;
  await database.transaction((transaction) => giveConsents(world, transaction, { ...consent, wording: 'account-1' }));
  const received = { provider: 'twilio' as const, providerId: customer.profileId, recipient: '+14795550100' };
  const [text] = await database
    .insert(inboundTexts)
    .values({
      ...received,
      sender: profile?.phone ?? '',
      profileIds: [customer.profileId],
      text: 'The gate code is 1234.',
      receivedAt: clock.now(),
    })
    .returning();
  const textId = text?.id ?? '';
  const answer = { textId, channel: 'text' as const, text: 'Thank you!', byUserId: employee.userId, at: clock.now() };
  const [answered] = await database.insert(textAnswers).values(answer).returning();
  const writtenMessageId = randomUUIDv7();
  await test.call('writeToPerson', {
    as: employee.accessToken,
    params: { profileId: customer.profileId },
    body: { id: writtenMessageId, channel: 'email', text: 'Thank you!' },
  });
  return {
    textId,
    textAnswerId: answered?.id ?? '',
    writtenMessageId,
    customerPhone: profile?.phone ?? '',
    customerEmail: profile?.email ?? '',
  };
}

async function buildAddress(test: TestWorld, { accessToken, profileId }: Person): Promise<string> {
  const { streetAddress1, city, state, zipCode, country } = signUpBody('PROFILE_TYPE_CUSTOMER');
  const answer = await test.call('createAddress', {
    as: accessToken,
    params: { profileId },
    body: { streetAddress1, city, state, zipCode, country },
  });
  if (answer.status !== 200) throw new Error(`No address: ${JSON.stringify(answer.error)}`);
  return answer.body.address.id;
}

/** Signs somebody in with another browser. @returns the session's id */
async function buildSession(test: TestWorld, { username, accessToken, userId }: Person): Promise<string> {
  await test.call('signIn', { body: { username, password: testPassword }, address: someAddress() });
  const listed = await test.call('listSessions', { as: accessToken, params: { userId } });
  return listed.body.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function markThem(test: TestWorld, people: Person[], mark: string): Promise<void> {
  const { database } = test.world;
  const ids = people.map((person) => person.profileId);
  await database.update(profiles).set({ phone: mark }).where(inArray(profiles.id, ids));
  for (const [index, { userId }] of people.entries()) {
    await database
      .update(users)
      .set({ email: `${mark}-${index}@example.com` })
      .where(eq(users.id, userId));
  }
  await database
    .update(addresses)
    .set({ streetAddress1: mark, label: mark, gateNotes: mark, dogNotes: mark })
    .where(inArray(addresses.profileId, ids));
}

/** Two engagements that the worker has claimed for today: the first visit of one has begun, the other's has not. */
async function buildThings(test: TestWorld, shared: Shared, { customer, worker, employee }: Side['people']) {
  const { productId } = shared;
  // It asks for a confirmation at every payment: https://docs.stripe.com/testing#regulatory-cards
  const stripePaymentMethodId = await buildCard(test, customer, '4000002760003184');
  const sparePaymentMethodId = await buildCard(test, customer);
  const details = { productId, stripePaymentMethodId, frequency: 2 };
  const running = await buildEngagement(test, customer, details);
  const accepted = await buildEngagement(test, customer, details);
  // Not in the pool: its price has risen.
  const waiting = await buildEngagement(test, customer, details);
  await test.world.database.update(engagements).set({ baseCost: 3000 }).where(eq(engagements.id, waiting.id));
  const today = weekDayOf(businessDay(test.world.clock.now()));
  const [day] = await claimEngagement(test, worker, running, [today]);
  const [acceptedDay] = await claimEngagement(test, worker, accepted, [today]);
  const workId = await workUntil(test, worker, running, 'WORK_STATUS_PENDING');
  const paidWorkId = await completeVisit(test, { engagementId: running.id, worker, daysLater: -14 });
  const { database, clock } = test.world;
  const [payment] = await database.select().from(payments).where(eq(payments.engagementId, running.id));
  const createdAt = clock.now();
  const later = (days: number) => businessDay(createdAt).add({ days });
  const common = { engagementId: accepted.id, createdAt };
  const [skip, missed] = await insertSkips(
    database,
    { ...common, date: later(21), skippedBy: 'customer' },
    { ...common, date: later(-4), kind: 'missed', workerProfileId: worker.profileId },
  );
  const away = {
    engagementId: running.id,
    firstDay: later(200),
    lastDay: later(210),
    madeBy: 'customer' as const,
    createdAt,
  };
  const [hold] = await database.insert(holds).values(away).returning();
  const trip = { day: later(60), name: 'Days off', workerProfileId: worker.profileId, wantedAt: createdAt, createdAt };
  const [wish] = await database.insert(holidays).values(trip).returning();
  await database.insert(plans).values({
    ...{ engagementId: accepted.id, frequency: 3, interval: 1, weekOffset: 0, weekDays: [] },
    ...{ firstDay: later(14), startDay: later(14), wantedBy: 'customer', wantedAt: createdAt, madeAt: createdAt },
  });
  const [left, done] = await insertWorks(
    database,
    {
      engagementId: accepted.id,
      workerProfileId: worker.profileId,
      date: later(-3),
      status: 'WORK_STATUS_WORK_STARTED',
      createdAt,
    },
    {
      engagementId: running.id,
      workerProfileId: worker.profileId,
      date: later(-5),
      status: 'WORK_STATUS_WORK_COMPLETED',
      createdAt,
      workCompletedAt: createdAt.subtract({ hours: 24 * 5 }),
    },
  );
  const [finding] = await database
    .insert(findings)
    .values({ kind: 'never-charged', subject: workId, engagementId: running.id, foundAt: createdAt })
    .returning();
  const note = { profileId: customer.profileId, byProfileId: employee.profileId, text: 'Ring once.', createdAt };
  const [kept, spare] = await database.insert(notes).values([note, note]).returning();
  const ofVisit = { ...note, byProfileId: worker.profileId, engagementId: accepted.id, visitDay: later(-3) };
  const [atVisit] = await database.insert(notes).values(ofVisit).returning();
  const leaver = await buildCustomer(test);
  await database.update(users).set({ deactivatedAt: createdAt }).where(eq(users.id, leaver.userId));
  return {
    /** Of who is gone and has nothing under way. */
    erasableProfileId: leaver.profileId,
    noteId: kept?.id ?? '',
    spareNoteId: spare?.id ?? '',
    visitNoteId: atVisit?.id ?? '',
    customerUserId: customer.userId,
    customerProfileId: customer.profileId,
    customerAddressId: customer.addressId,
    workerUserId: worker.userId,
    workerProfileId: worker.profileId,
    workerAddressId: worker.addressId,
    employeeProfileId: employee.profileId,
    engagementId: running.id,
    scheduleTemplateId: running.scheduleTemplate.id,
    dayId: day?.id ?? '',
    workId,
    /** A visit that was left at a step. */
    leftWorkId: left?.id ?? '',
    /** A visit for which its customer may tip. */
    tippableWorkId: done?.id ?? '',
    skipId: skip?.id ?? '',
    missedSkipId: missed?.id ?? '',
    findingId: finding?.id ?? '',
    /** Days off that the worker asked for. */
    wishId: wish?.id ?? '',
    paidWorkId,
    paymentId: payment?.id ?? '',
    billId: payment?.billId ?? '',
    ...(await buildFactorThings(test, employee)),
    ...(await buildTexts(test, customer, employee)),
    ...(await buildBills(test, { engagementId: running.id, customer, worker }, employee)),
    acceptedEngagementId: accepted.id,
    acceptedTemplateId: accepted.scheduleTemplate.id,
    acceptedDayId: acceptedDay?.id ?? '',
    waitingEngagementId: waiting.id,
    /** Days away, the first of them, and one until which they can be lengthened. */
    holdId: hold?.id ?? '',
    awayDay: away.firstDay.toString(),
    laterAwayDay: later(216).toString(),
    fileId: await buildPhoto(test, worker, workId),
    ...(await dueVisits(test, accepted.id, [later(0), later(14)])),
    /** A visit that is due, and one that is taken off, both of the accepted engagement. */
    today: later(0).toString(),
    dueDay: later(14).toString(),
    skippedDay: later(21).toString(),
    stripePaymentMethodId,
    sparePaymentMethodId,
  };
}

/** @returns the ids of the visits of two days that are to come */
async function dueVisits(
  { world: { database } }: TestWorld,
  engagementId: string,
  [today, later]: [Temporal.PlainDate, Temporal.PlainDate],
) {
  const isDue = and(eq(visits.engagementId, engagementId), eq(visits.state, 'planned'));
  const found = await database.select().from(visits).where(isDue);
  const on = (day: Temporal.PlainDate) => found.find((visit) => visit.day.equals(day))?.id ?? '';
  return { visitId: on(today), dueVisitId: on(later) };
}

type Sides = { engagementId: string; customer: Person; worker: Person };

/** A visit that was made so many days ago. @returns its id */
async function insertDone(
  { world: { database, clock } }: TestWorld,
  { engagementId, worker }: Pick<Sides, 'engagementId' | 'worker'>,
  daysAgo: number,
): Promise<string> {
  const createdAt = clock.now();
  const work = await insertWork(database, {
    engagementId,
    workerProfileId: worker.profileId,
    date: businessDay(createdAt).subtract({ days: daysAgo }),
    status: 'WORK_STATUS_WORK_COMPLETED',
    createdAt,
  });
  return work.id;
}

/** A bill for one visit, with an attempt to collect it. */
async function buildBill(
  test: TestWorld,
  { engagementId, customer, worker }: Sides,
  attempt: Pick<typeof payments.$inferInsert, 'status' | 'attempt' | 'dueAt'> & { daysAgo: number },
): Promise<{ billId: string; paymentId: string }> {
  const { database, clock } = test.world;
  const [amount, fee, createdAt] = [1500, 300, clock.now()];
  const { daysAgo, ...stands } = attempt;
  const people = { customerProfileId: customer.profileId, workerProfileId: worker.profileId };
  const [bill] = await database
    .insert(bills)
    .values({ number: `Y-${randomUUID()}`, ...people, amount, fee, createdAt })
    .returning();
  const [payment] = await database
    .insert(payments)
    .values({
      ...stands,
      engagementId,
      billId: bill?.id ?? null,
      amount,
      applicationFee: fee,
      stripeCustomerId: 'cus_paid',
      stripePaymentMethodId: 'pm_paid',
      owedBack: stands.status === 'paid' ? 1 : 0,
      stripeDestinationAccountId: 'acct_paid',
      createdAt,
    })
    .returning();
  const workId = await insertDone(test, { engagementId, worker }, daysAgo);
  const ids = { billId: bill?.id ?? '', paymentId: payment?.id ?? '' };
  await database.insert(charges).values({ ...ids, engagementId, workId, amount, discount: 0, fee, createdAt });
  return ids;
}

/** A bill that is paid, of which something has gone back; and one that is open, to which something was done. */
async function buildBills(test: TestWorld, sides: Sides, employee: Person) {
  const { database, clock } = test.world;
  const now = clock.now();
  const paid = await buildBill(test, sides, { status: 'paid', attempt: 1, daysAgo: 21 });
  const planned = { status: 'pending', attempt: 2, dueAt: now.add({ hours: 72 }) } as const;
  const open = await buildBill(test, sides, { ...planned, daysAgo: 28 });
  const waits = { status: 'action-required', attempt: 1, dueAt: now.add({ hours: 72 }) } as const;
  const waiting = await buildBill(test, sides, { ...waits, daysAgo: 42 });
  const lost = await buildBill(test, sides, { status: 'paid', attempt: 1, daysAgo: 49 });
  await database.insert(disputes).values({
    stripeDisputeId: `dp_${randomUUID()}`,
    paymentId: lost.paymentId,
    status: 'lost',
    amount: 1500,
    taken: 1500,
    disputeFee: 1500,
    reason: 'fraudulent',
    openedAt: now,
  });
  const lostMethodId = `pm_${randomUUID().replaceAll('-', '')}`;
  const { userId } = sides.customer;
  await database.insert(cards).values({ id: lostMethodId, userId });
  await database.insert(methodBlocks).values({
    userId,
    stripePaymentMethodId: lostMethodId,
    reason: 'disputed-as-fraud',
    paymentId: lost.paymentId,
    since: now,
  });
  const { engagementId } = sides;
  const unbilledWorkId = await insertDone(test, sides, 35);
  await database.insert(charges).values({
    engagementId,
    workId: unbilledWorkId,
    amount: 1500,
    discount: 0,
    fee: 300,
    createdAt: now.subtract({ hours: 1 }),
  });
  const [refund] = await database
    .insert(refunds)
    .values({ paymentId: paid.paymentId, amount: 100, status: 'done', createdAt: now })
    .returning();
  const done = { kind: 'try-again', amount: 1500, at: now, byProfileId: employee.profileId } as const;
  const [act] = await database
    .insert(acts)
    .values({ ...done, customerProfileId: sides.customer.profileId, billId: open.billId })
    .returning();
  const [topUp] = await database
    .insert(topUps)
    .values({
      billId: paid.billId,
      amount: 1,
      stripeDestinationAccountId: 'acct_paid',
      status: 'refused',
      failure: 'No.',
      createdAt: now,
    })
    .returning();
  await database.insert(creditBalances).values({ customerProfileId: sides.customer.profileId, amount: 1, version: 0 });
  return {
    paidBillId: paid.billId,
    topUpId: topUp?.id ?? '',
    refundId: refund?.id ?? '',
    openBillId: open.billId,
    lostBillId: lost.billId,
    lostMethodId,
    unbilledWorkId,
    openPaymentId: open.paymentId,
    waitingBillId: waiting.billId,
    waitingPaymentId: waiting.paymentId,
    actId: act?.id ?? '',
  };
}

/** Brings a photo of a visit; nobody has said yet that it is there. @returns its id */
async function buildPhoto(test: TestWorld, { accessToken }: Person, workId: string): Promise<string> {
  const file = { contentType: 'image/png', contentLength: tinyPicture.length };
  const answer = await test.call('generatePreSignedUrl', { as: accessToken, body: { workId, ...file } });
  if (answer.status !== 200) throw new Error(`No photo: ${JSON.stringify(answer.error)}`);
  const { uploadUrl, fileId } = answer.body;
  const headers = { 'content-type': file.contentType };
  const put = await test.app.inject({ method: 'PUT', url: uploadUrl ?? '', headers, payload: tinyPicture });
  if (put.statusCode >= 300) throw new Error(`The photo was not taken: ${put.body}`);
  return fileId;
}

/** @returns a weekday on which the engagements of a side have no visit */
export function freeWeekDay(now: Temporal.Instant): WeekDay {
  const today = weekDayOf(businessDay(now));
  return weekDaysInOrder.find((day) => day !== today) ?? today;
}

/** @returns an id of that kind that nothing has */
export const unknownId = (like: unknown): string =>
  typeof like === 'string' && /^[a-z]+_/.test(like)
    ? `${like.split('_')[0]}_${randomUUID().slice(0, 8)}`
    : randomUUID();
