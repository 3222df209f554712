import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { users } from '../database/schema/accounts.ts';
import { cards } from '../database/schema/cards.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { accountCalls } from '../testing/account-calls.ts';
import {
  advanceFor,
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
} from '../testing/engagement-factories.ts';
import { addCodeApp } from '../testing/factor-factories.ts';
import {
  buildCustomer,
  buildEmployee,
  buildWorker,
  mailedToken,
  type Person,
  saveSettings,
  signUpBody,
  someAddress,
  testPassword,
} from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { buildOrder, orderToken } from '../testing/order-factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { endOrderLinks } from './links-store.ts';
import { lockOrder } from './store.ts';

let yardpack: TestWorld;
let erin: Person;
beforeEach(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Office' });
});
afterEach(() => yardpack.close());

const { confirm, signIn, signUp } = accountCalls(() => yardpack);
const check = (token: string) => yardpack.call('checkOrderLink', { body: { token } });
const form = { password: testPassword, email: 'cal@example.com', phone: '4795550177', agreedToTerms: true };
const open = (token: string, details: object = {}) =>
  yardpack.call('openOrderAccount', { body: { token, ...form, ...details }, address: someAddress() });
const accept = (as: string, token: string, stripePaymentMethodId: string, details: object = {}) =>
  yardpack.call('acceptOrder', {
    as,
    body: { token, stripePaymentMethodId, quotedBaseCost: 1500, withCoupon: false, agreedToTerms: true, ...details },
  });
/** Opens the account of an order. @returns who can be handed to factories */
async function newcomer(token: string, details: object = {}): Promise<Person> {
  const { status, body, error, cookie } = await open(token, details);
  if (status !== 200) throw new Error(JSON.stringify(error));
  const [profile] = body.profiles;
  return {
    userId: body.user.id,
    profileId: profile?.id ?? '',
    addressId: '',
    accessToken: body.accessToken,
    cookie: cookie ?? '',
    username: body.user.username,
    email: profile?.email ?? '',
    phone: profile?.phone ?? '',
  };
}
const proposalsOf = async (worker: Person) =>
  (
    await yardpack.call('listWorkerEngagements', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
    })
  ).body.engagements;

test('from a mailed link to a proposal: nothing of it is there before, all of it afterwards', async () => {
  const worker = await buildOnboardedWorker(yardpack);
  const order = await buildOrder(yardpack, erin, { interval: 2 });
  const asked = await check(order.token);
  expect(asked.body).toMatchObject({
    firstName: 'Cal',
    askedBy: 'Erin Office',
    toldBaseCost: 1500,
    baseCost: 1500,
    streetAddress1: '7 Call St',
    hasAccount: false,
    email: 'cal@example.com',
    isEmailProved: true,
    phone: '+14795550177',
    interval: 2,
  });
  expect(JSON.stringify(asked.body)).not.toMatch(/1234|Rex/);
  const { database } = yardpack.world;
  expect(await database.select().from(users).where(eq(users.email, 'cal@example.com'))).toEqual([]);
  const cal = await newcomer(order.token);
  expect(await database.select().from(engagements)).toEqual([]);
  expect(await proposalsOf(worker)).toEqual([]);
  // The email or the number may be a wrong one.
  const own = { as: cal.accessToken, params: { profileId: cal.profileId } };
  const yards = (await yardpack.call('listAddresses', own)).body.addresses;
  expect([yards.length, JSON.stringify(yards)]).toEqual([1, expect.not.stringMatching(/1234|Rex/)]);
  const { status, body } = await accept(cal.accessToken, order.token, await buildCard(yardpack, cal));
  expect([status, body]).toEqual([200, { customerProfileId: cal.profileId, engagementId: order.id }]);
  const [proposal] = await proposalsOf(worker);
  expect(proposal).toMatchObject({
    id: order.id,
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    baseCost: 1500,
    serviceAddress: { streetAddress1: '7 Call St', gateNotes: null },
    scheduleTemplate: { interval: 2 },
  });
  const [address] = await database.select().from(addresses).where(eq(addresses.profileId, cal.profileId));
  expect(address).toMatchObject({ primaryAddress: true, gateNotes: 'Code 1234', dogNotes: 'Rex is shy' });
  const [profile] = await database.select().from(profiles).where(eq(profiles.id, cal.profileId));
  expect(profile?.agreedToTermsAt.toString()).toBe(profile?.createdAt.toString());
  // The mail has proved the address.
  expect((await signIn('cal@example.com')).status).toBe(200);
  const { order: now } = (await yardpack.call('getOrder', { as: erin.accessToken, params: { orderId: order.id } }))
    .body;
  expect(now).toMatchObject({ status: 'accepted', userId: cal.userId, customerProfileId: cal.profileId });
  const { body: record } = await yardpack.call('listChanges', { as: erin.accessToken, query: { aboutId: cal.userId } });
  expect(record.changes.map(({ kind }) => kind).sort()).toEqual(['order-accepted', 'service-asked']);
});

test('the mail of an order is of the account that its link has opened, before the order is accepted', async () => {
  const order = await buildOrder(yardpack, erin);
  const { profileId } = await newcomer(order.token);
  const { messages } = (await yardpack.call('listMessages', { as: erin.accessToken, query: { profileId } })).body;
  const [mail, ...others] = messages.filter(({ subject }) => /confirm your yard service/.test(subject));
  expect([mail?.people.map((person) => person.profileId), others]).toEqual([[profileId], []]);
});

test('the mail of an order is of an account too that was signed up with its address and not confirmed', async () => {
  const order = await buildOrder(yardpack, erin);
  const body = signUpBody('PROFILE_TYPE_CUSTOMER', { username: 'cal', email: 'cal@example.com' });
  expect((await signUp(body)).status).toBe(200);
  const { profileId } = await newcomer(order.token);
  const { messages } = (await yardpack.call('listMessages', { as: erin.accessToken, query: { profileId } })).body;
  expect(messages.some(({ subject }) => /confirm your yard service/.test(subject))).toBe(true);
});

test('after a text the account is open at once, its email is confirmed by mail, and it is not forgotten for that', async () => {
  const order = await buildOrder(yardpack, erin, { channel: 'text', email: undefined });
  expect((await check(order.token)).body).toMatchObject({ email: null, isEmailProved: false });
  const cal = await newcomer(order.token, { phone: '4795559999' });
  // The number that the text has reached counts.
  expect(cal.phone).toBe('+14795550177');
  await accept(cal.accessToken, order.token, await buildCard(yardpack, cal));
  await yardpack.drain();
  // The phone has proved the account. The address may be mistyped, and its link may never arrive.
  expect((await signIn('cal@example.com')).body.profiles).toMatchObject([{ emailUnconfirmed: true }]);
  const saved = async () => {
    const [user] = await yardpack.world.database.select().from(users).where(eq(users.id, cal.userId));
    const known = await yardpack.world.database.select().from(cards).where(eq(cards.userId, cal.userId));
    return [user?.stripeCustomerId, known.map(({ id }) => id)];
  };
  const before = await saved();
  expect(before).toEqual([expect.stringMatching(/^cus_/), [expect.any(String)]]);
  expect((await confirm(await mailedToken(yardpack, 'cal@example.com', 'confirm-sign-up'))).status).toBe(200);
  // The service that was accepted goes on to be paid with it.
  expect(await saved()).toEqual(before);
  expect((await signIn('cal@example.com')).body.profiles[0]?.emailUnconfirmed).toBeUndefined();
  const late = await buildOrder(yardpack, erin, { channel: 'text', phone: '4795550166', email: 'late@example.com' });
  const lateOne = await newcomer(late.token, { email: 'late@example.com' });
  await accept(lateOne.accessToken, late.token, await buildCard(yardpack, lateOne));
  const never = await buildOrder(yardpack, erin, { channel: 'text', phone: '4795550155', email: 'never@example.com' });
  await newcomer(never.token, { email: 'never@example.com' });
  await yardpack.advance('P9D');
  const left = await yardpack.world.database.select({ email: users.email }).from(users);
  expect(left.map(({ email }) => email)).toContain('late@example.com');
  expect(left.map(({ email }) => email)).not.toContain('never@example.com');
});

test('a lost answer: the same password signs in again, the same acceptance is answered again', async () => {
  const order = await buildOrder(yardpack, erin);
  const cal = await newcomer(order.token);
  const again = await newcomer(order.token);
  expect(again.userId).toBe(cal.userId);
  const other = await open(order.token, { password: 'another4bone!' });
  expect([other.status, other.error.errorCode]).toEqual([409, 'ALREADY_EXISTS']);
  expect((await check(order.token)).body.hasAccount).toBe(true);
  const card = await buildCard(yardpack, cal);
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(cal.accessToken, order.token, card)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(await yardpack.world.database.select().from(engagements)).toHaveLength(1);
  expect((await accept(cal.accessToken, order.token, card)).status).toBe(200);
  // A new link would lead nowhere.
  expect((await check(order.token)).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: 'This was accepted already. Please sign in to see it.',
  });
});

test('the link and the password open no session of an account with a second factor', async () => {
  const order = await buildOrder(yardpack, erin, { userId: erin.userId, email: erin.email, phone: erin.phone });
  expect((await open(order.token)).status).toBe(200);
  await addCodeApp(yardpack, erin);
  const refused = await open(order.token);
  expect([refused.status, refused.error.message]).toEqual([409, 'You have an account already. Please sign in.']);
});

test('twenty who open the account at once make one', async () => {
  const order = await buildOrder(yardpack, erin);
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(order.token)));
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.user.id)).size).toBe(1);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(await yardpack.world.database.select().from(users).where(eq(users.email, 'cal@example.com'))).toHaveLength(1);
});

test('whoever signed up meanwhile with the same email signs in and accepts', async () => {
  const order = await buildOrder(yardpack, erin);
  await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { username: 'cal', email: 'cal@example.com' }));
  await yardpack.drain();
  await confirm(await mailedToken(yardpack, 'cal@example.com', 'confirm-sign-up'));
  expect((await check(order.token)).body.hasAccount).toBe(true);
  const refused = await open(order.token);
  expect([refused.status, refused.error.message]).toEqual([409, 'You have an account already. Please sign in.']);
  const { body } = await signIn('cal');
  const cal = { userId: body.user.id, accessToken: body.accessToken } as Person;
  expect((await accept(cal.accessToken, order.token, await buildCard(yardpack, cal))).status).toBe(200);
  // The yard of the order is another than the one of the sign-up.
  const yards = await yardpack.world.database.select().from(addresses);
  expect(yards.map(({ streetAddress1 }) => streetAddress1).sort()).toEqual(['100 Main St', '100 Main St', '7 Call St']);
});

test('who signed up by themselves and confirmed nothing goes on with the mailed link, which has proved the email', async () => {
  const order = await buildOrder(yardpack, erin);
  // A stranger may have typed this address: the password that they chose counts no more.
  const strangers = 'stranger4bone!';
  const form = { username: 'cal', email: 'Cal@example.com', password: strangers, confirmPassword: strangers };
  await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', form));
  await yardpack.drain();
  expect((await check(order.token)).body).toMatchObject({ hasAccount: false, isEmailProved: true });
  const cal = await newcomer(order.token);
  expect((await accept(cal.accessToken, order.token, await buildCard(yardpack, cal))).status).toBe(200);
  const { database } = yardpack.world;
  expect(await database.select().from(profiles).where(eq(profiles.userId, cal.userId))).toHaveLength(1);
  for (const password of [strangers, testPassword])
    expect((await signIn('cal', password)).error.errorCode).toBe('INVALID_CREDENTIALS');
  expect((await signIn('cal@example.com')).body.user.id).toBe(cal.userId);
});

test('a text proves no email: who types that of an account is told to sign in with it', async () => {
  const order = await buildOrder(yardpack, erin, { channel: 'text', email: undefined });
  await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { username: 'cal', email: 'cal@example.com' }));
  expect((await open(order.token)).error.fields).toEqual([
    {
      path: 'body.email',
      message: 'There is an account with this email already. Please sign in with it, or give another one.',
    },
  ]);
});

test('an order for a known customer is for that account alone, keeps the address, and takes over what was said of the gate', async () => {
  const casey = await buildCustomer(yardpack);
  const order = await buildOrder(yardpack, erin, {
    userId: casey.userId,
    email: casey.email,
    streetAddress1: '100 MAIN ST',
    city: 'Bentonville',
    zipCode: '72712',
  });
  expect((await check(order.token)).body.hasAccount).toBe(true);
  const stranger = await buildCustomer(yardpack);
  const refused = await accept(stranger.accessToken, order.token, await buildCard(yardpack, stranger));
  expect(refused.error.message).toBe('We sent this to another account. Please sign in with that one.');
  expect((await open(order.token, { password: 'another4bone!' })).error.errorCode).toBe('ALREADY_EXISTS');
  const foreign = await accept(casey.accessToken, order.token, await buildCard(yardpack, stranger));
  expect(foreign.error.fields?.[0]?.path).toBe('body.stripePaymentMethodId');
  expect((await accept(casey.accessToken, order.token, await buildCard(yardpack, casey))).status).toBe(200);
  const yards = await yardpack.world.database.select().from(addresses).where(eq(addresses.profileId, casey.profileId));
  expect(yards).toMatchObject([{ id: casey.addressId, streetAddress1: '100 Main St', gateNotes: 'Code 1234' }]);
});

test('an order that was mailed to somebody who has an account by now is for that account alone', async () => {
  const email = 'early.cal@example.com';
  const order = await buildOrder(yardpack, erin, { email });
  const cal = await buildCustomer(yardpack, { email });
  const stranger = await buildCustomer(yardpack);
  const refused = await accept(stranger.accessToken, order.token, await buildCard(yardpack, stranger));
  expect(refused.error.message).toBe('We sent this to another account. Please sign in with that one.');
  expect((await accept(cal.accessToken, order.token, await buildCard(yardpack, cal))).status).toBe(200);
});

test('the link of an order works for its account after a change of email, though somebody has taken the old address', async () => {
  const email = 'moved.cal@example.com';
  const cal = await buildCustomer(yardpack, { email });
  const order = await buildOrder(yardpack, erin, { email, userId: cal.userId });
  await yardpack.world.database.update(users).set({ email: 'new.cal@example.com' }).where(eq(users.id, cal.userId));
  const later = await buildCustomer(yardpack, { email });
  const refused = await accept(later.accessToken, order.token, await buildCard(yardpack, later));
  expect(refused.error.message).toBe('We sent this to another account. Please sign in with that one.');
  expect((await accept(cal.accessToken, order.token, await buildCard(yardpack, cal))).status).toBe(200);
});

test('who gets a text and whose account has another number is told what to do, and accepts by the link that we email then', async () => {
  const order = await buildOrder(yardpack, erin, { channel: 'text', email: undefined });
  const casey = await buildCustomer(yardpack);
  const card = await buildCard(yardpack, casey);
  const refused = await accept(casey.accessToken, order.token, card);
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'We texted this to (479) 555-0177, but your account has another number. Call us, and we’ll email you the link. Not your account? Sign out and open the link again.',
  ]);
  const sent = await yardpack.call('sendOrder', {
    as: erin.accessToken,
    params: { orderId: order.id },
    body: { channel: 'email', email: casey.email },
  });
  expect(sent.status).toBe(200);
  await yardpack.drain();
  const token = await orderToken(yardpack, casey.email);
  expect((await accept(casey.accessToken, token, card)).status).toBe(200);
});

test('a worker who accepts becomes a customer too', async () => {
  const wren = await buildWorker(yardpack);
  const order = await buildOrder(yardpack, erin, { userId: wren.userId, email: wren.email });
  const { status, body } = await accept(wren.accessToken, order.token, await buildCard(yardpack, wren));
  expect(status).toBe(200);
  const [profile] = await yardpack.world.database
    .select()
    .from(profiles)
    .where(eq(profiles.id, body.customerProfileId));
  expect(profile).toMatchObject({ userId: wren.userId, type: 'PROFILE_TYPE_CUSTOMER', isDefault: false });
});

test('a stranger who opened an account by a mistyped number keeps it, and the order goes to whom it was meant for', async () => {
  const order = await buildOrder(yardpack, erin, { channel: 'text', phone: '4795550111' });
  const stranger = await newcomer(order.token, { email: 'stranger@example.com' });
  await yardpack.call('sendOrder', {
    as: erin.accessToken,
    params: { orderId: order.id },
    body: { channel: 'text', phone: '4795550112', textsAgreed: true },
  });
  await yardpack.drain();
  const late = await accept(stranger.accessToken, order.token, await buildCard(yardpack, stranger));
  expect(late.error.errorCode).toBe('LINK_EXPIRED');
  const token = await orderToken(yardpack, '+14795550112');
  expect((await check(token)).body.hasAccount).toBe(false);
  const cal = await newcomer(token);
  expect(cal.userId).not.toBe(stranger.userId);
  expect((await accept(cal.accessToken, token, await buildCard(yardpack, cal))).status).toBe(200);
});

test('the price told is held as long as the product says; after that the day counts, and a change is shown first', async () => {
  const product = await buildProduct(yardpack, { baseCostRetentionPeriod: 60 });
  const details = { productId: product.id };
  const order = await buildOrder(yardpack, erin, details);
  const cal = await newcomer(order.token);
  const card = await buildCard(yardpack, cal);
  await saveSettings(yardpack, erin, { standardRate: 1900 });
  await advanceFor(yardpack, 'PT2M', [cal, erin]);
  expect((await check(order.token)).body).toMatchObject({ toldBaseCost: 1500, baseCost: 1500 });
  await advanceFor(yardpack, 'PT2H', [cal, erin]);
  expect((await check(order.token)).body).toMatchObject({ toldBaseCost: 1500, baseCost: 1900 });
  const refused = await accept(cal.accessToken, order.token, card);
  expect([refused.status, refused.error.errorCode]).toEqual([409, 'PRICE_CHANGED']);
  await saveSettings(yardpack, erin, { standardRate: 1200 });
  await advanceFor(yardpack, 'PT2M', [cal, erin]);
  expect((await check(order.token)).body.baseCost).toBe(1200);
  expect((await accept(cal.accessToken, order.token, card, { quotedBaseCost: 1200 })).status).toBe(200);
  const [engagement] = await yardpack.world.database.select().from(engagements);
  expect(engagement).toMatchObject({ baseCost: 1200, agreedBaseCost: 1200 });
});

test('a price that has fallen is used, although a higher one is held', async () => {
  const product = await buildProduct(yardpack, { baseCostRetentionPeriod: 60 });
  const order = await buildOrder(yardpack, erin, { productId: product.id });
  await saveSettings(yardpack, erin, { standardRate: 1200 });
  await advanceFor(yardpack, 'PT2M', [erin]);
  expect((await check(order.token)).body).toMatchObject({ toldBaseCost: 1500, baseCost: 1200 });
});

test('a link that staff end while it is used opens no account', async () => {
  const order = await buildOrder(yardpack, erin);
  const { database } = yardpack.world;
  const late = await database.transaction(async (transaction) => {
    await lockOrder(transaction, order.id);
    const opening = open(order.token);
    // It has found the link open by the time it waits for the order.
    await untilStatementsWait(yardpack);
    await endOrderLinks(transaction, order.id, yardpack.world.clock.now());
    return { opening };
  });
  expect((await late.opening).error.errorCode).toBe('LINK_EXPIRED');
  expect(await database.select().from(users).where(eq(users.email, 'cal@example.com'))).toEqual([]);
});

test('a coupon counts at the acceptance; one that is used up meanwhile is said, and the price is the one without it', async () => {
  await buildCoupon(yardpack, { name: 'ONLY', maxRedemptions: 1 });
  const order = await buildOrder(yardpack, erin, { couponName: 'ONLY' });
  const asked = (await check(order.token)).body;
  expect(asked).toMatchObject({ couponProblem: null });
  expect(asked.discount).toBeGreaterThan(0);
  const casey = await buildCustomer(yardpack);
  await buildEngagement(yardpack, casey, { couponName: 'ONLY' });
  expect((await check(order.token)).body).toMatchObject({
    baseCost: 1500,
    discount: 0,
    couponProblem: 'This coupon has been used up.',
  });
  const cal = await newcomer(order.token);
  const card = await buildCard(yardpack, cal);
  expect((await accept(cal.accessToken, order.token, card, { withCoupon: true })).error.fields?.[0]?.path).toBe(
    'body.couponName',
  );
  expect((await accept(cal.accessToken, order.token, card)).status).toBe(200);
});

test('a coupon that the customer has used meanwhile is said before the acceptance', async () => {
  const casey = await buildCustomer(yardpack);
  await buildCoupon(yardpack, { name: 'HELLO', maxRedemptions: 9, oncePerCustomer: true });
  const order = await buildOrder(yardpack, erin, { userId: casey.userId, email: casey.email, couponName: 'HELLO' });
  expect((await check(order.token)).body.couponProblem).toBeNull();
  await buildEngagement(yardpack, casey, { couponName: 'HELLO' });
  expect((await check(order.token)).body.couponProblem).toMatch(/^You have used this coupon already/);
});

test('a service that is not offered anymore is said before and at the acceptance', async () => {
  const product = await buildProduct(yardpack);
  const order = await buildOrder(yardpack, erin, { productId: product.id });
  const unopened = await buildOrder(yardpack, erin, {
    ...{ productId: product.id, streetAddress1: '8 Call St' },
    ...{ email: 'late@example.com', phone: '4795550166' },
  });
  const cal = await newcomer(order.token);
  await yardpack.call('archiveProduct', { as: erin.accessToken, params: { productId: product.id } });
  expect((await check(order.token)).body.baseCost).toBeNull();
  // Nobody opens an account, or is sent a link, for what cannot be accepted; who has an account signs in.
  const refusal = [409, 'We do not offer this service at your address anymore. Please call us.'];
  const opened = await open(unopened.token, { email: 'late@example.com', phone: '4795550166' });
  expect([opened.status, opened.error.message]).toEqual(refusal);
  expect((await open(order.token)).status).toBe(200);
  const { status, error } = await accept(cal.accessToken, order.token, await buildCard(yardpack, cal));
  expect([status, error.message]).toEqual([400, 'This service is not offered anymore.']);
});

test('a start day that passed meanwhile becomes the day of the acceptance', async () => {
  const order = await buildOrder(yardpack, erin);
  const cal = await newcomer(order.token);
  await advanceFor(yardpack, 'P3D', [cal, erin]);
  const { startDay } = (await check(order.token)).body;
  expect((await accept(cal.accessToken, order.token, await buildCard(yardpack, cal))).status).toBe(200);
  const { body } = await yardpack.call('getEngagement', { as: cal.accessToken, params: { engagementId: order.id } });
  expect(body.engagement.scheduleTemplate.startDay).toEqual(startDay);
});

test('what would be refused is known before a card is saved: another price, a product that is gone, another account, an order that was taken back', async () => {
  const order = await buildOrder(yardpack, erin);
  const cal = await newcomer(order.token);
  const stranger = await buildCustomer(yardpack);
  const asked = { token: order.token, quotedBaseCost: 1500, withCoupon: false };
  const mayAccept = async (by = cal, details: object = {}) => {
    const answer = await yardpack.call('checkAcceptance', { as: by.accessToken, body: { ...asked, ...details } });
    return answer.status === 200 ? 'yes' : answer.error.errorCode;
  };
  expect(await mayAccept()).toBe('yes');
  expect(await mayAccept(cal, { quotedBaseCost: 1400 })).toBe('PRICE_CHANGED');
  expect(await mayAccept(stranger)).toBe('NOT_ALLOWED_NOW');
  const { database } = yardpack.world;
  await database.update(products).set({ archivedAt: yardpack.world.clock.now() });
  expect(await mayAccept()).toBe('INVALID_INPUT');
  await database.update(products).set({ archivedAt: null });
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId: order.id } });
  expect(await mayAccept()).toBe('LINK_EXPIRED');
  expect(await database.select().from(engagements)).toEqual([]);
});

test('an order is not accepted while twenty services of its customer are looking for a keeper, and no card is saved', async () => {
  const casey = await buildCustomer(yardpack);
  const order = await buildOrder(yardpack, erin, { userId: casey.userId, email: casey.email });
  const product = await buildProduct(yardpack);
  for (let nth = 0; nth < 20; nth += 1) await buildEngagement(yardpack, casey, { productId: product.id });
  const asked = { token: order.token, quotedBaseCost: 1500, withCoupon: false };
  const checked = await yardpack.call('checkAcceptance', { as: casey.accessToken, body: asked });
  const accepted = await accept(casey.accessToken, order.token, await buildCard(yardpack, casey));
  for (const { status, error } of [checked, accepted])
    expect([status, error.message]).toEqual([409, expect.stringMatching(/^20 of your services are looking/)]);
});

test('an order that was taken back while a card was saved is not accepted', async () => {
  const order = await buildOrder(yardpack, erin);
  const cal = await newcomer(order.token);
  const card = await buildCard(yardpack, cal);
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params: { orderId: order.id } });
  expect((await accept(cal.accessToken, order.token, card)).error.errorCode).toBe('LINK_EXPIRED');
  expect(await yardpack.world.database.select().from(engagements)).toEqual([]);
});

test('a common password is refused and the link still works', async () => {
  const order = await buildOrder(yardpack, erin);
  expect((await open(order.token, { password: 'password1!' })).error.fields?.[0]?.path).toBe('body.password');
  expect((await open(order.token, { agreedToTerms: false })).error.fields?.[0]?.path).toBe('body.agreedToTerms');
  expect((await open(order.token)).status).toBe(200);
});
