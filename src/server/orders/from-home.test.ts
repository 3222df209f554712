import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '../database/schema/accounts.ts';
import { accountCalls } from '../testing/account-calls.ts';
import {
  buildCustomer,
  buildEmployee,
  mailedToken,
  type Person,
  someAddress,
  testPassword,
} from '../testing/factories.ts';
import { buildOrder, orderToken } from '../testing/order-factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { newReach, textAccounts } from '../testing/text-accounts.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let erin: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());
beforeEach(async () => {
  erin = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
});

const { confirm, signIn } = accountCalls(() => yardpack);
const { accept: acceptWithCard, openedByText } = textAccounts(
  () => yardpack,
  () => erin,
);
type Holder = Pick<Person, 'accessToken' | 'userId' | 'profileId'>;

const atHome = async ({ accessToken: as, profileId }: Holder) =>
  (await yardpack.call('getCustomerHome', { as, params: { customerProfileId: profileId } })).body.waitingOrders.map(
    ({ orderId }) => orderId,
  );
const open = ({ accessToken: as, profileId }: Holder, orderId: string) =>
  yardpack.call('openWaitingOrder', { as, params: { customerProfileId: profileId, orderId } });
async function tokenOf(holder: Holder, orderId: string): Promise<string> {
  const { status, body } = await open(holder, orderId);
  if (status !== 200) throw new Error(`Not opened: ${status}`);
  return body.token;
}
const accept = (as: string, token: string, stripePaymentMethodId: string) =>
  yardpack.call('acceptOrder', {
    as,
    body: { token, stripePaymentMethodId, quotedBaseCost: 1500, withCoupon: false, agreedToTerms: true },
  });
/** An order that went to the email address that its account has proved. */
async function mailedToOwn(): Promise<{ casey: Person; orderId: string; card: string }> {
  const { email, ...reach } = newReach();
  const casey = await buildCustomer(yardpack, { email, phone: reach.phone });
  const order = await buildOrder(yardpack, erin, { ...reach, email, userId: casey.userId });
  return { casey, orderId: order.id, card: await buildCard(yardpack, casey) };
}

test.each([
  ['a text to the number that it says is its own', { channel: 'text' }],
  ['an email to another address', { channel: 'email' }],
])('an account that a stranger made ready opens no order that went to another person: %s', async (_, { channel }) => {
  const [stranger, reach] = [newReach(), newReach()];
  const account = await buildCustomer(yardpack, { email: stranger.email, phone: reach.phone, firstName: 'Cal' });
  const order = await buildOrder(yardpack, erin, { ...reach, channel, userId: account.userId });
  expect(await atHome(account)).toEqual([]);
  expect((await open(account, order.id)).status).toBe(404);
  // The link itself counts, as before.
  const card = await buildCard(yardpack, account);
  expect((await accept(account.accessToken, order.token, card)).status).toBe(200);
});

test('an account that an emailed link has opened opens no order that is texted where the same order’s link went before', async () => {
  const [{ email }, { phone, streetAddress1 }] = [newReach(), newReach()];
  const first = await buildOrder(yardpack, erin, { phone, channel: 'text', email, streetAddress1 });
  await yardpack.advance('PT2M');
  const body = { channel: 'email', email };
  const sent = await yardpack.call('sendOrder', { as: erin.accessToken, params: { orderId: first.id }, body });
  expect(sent.status).toBe(200);
  await yardpack.drain();
  const token = await orderToken(yardpack, email);
  const opened = await yardpack.call('openOrderAccount', {
    body: { token, password: testPassword, email, phone, agreedToTerms: true },
    address: someAddress(),
  });
  const { accessToken, user, profiles } = opened.body;
  const stranger = { accessToken, userId: user.id, profileId: profiles[0]?.id ?? '' };
  const query = { phone };
  const { accounts } = (await yardpack.call('findAccounts', { as: erin.accessToken, query })).body;
  expect(accounts.map(({ userId }) => userId)).toEqual([user.id]);
  const later = { phone, channel: 'text', email: undefined, userId: user.id };
  const order = await buildOrder(yardpack, erin, { ...later, streetAddress1: newReach().streetAddress1 });
  expect([await atHome(stranger), (await open(stranger, order.id)).status]).toEqual([[first.id], 404]);
});

test('an order that went to the address of its account is opened in two tabs, and accepted once', async () => {
  const { casey, orderId, card } = await mailedToOwn();
  expect(await atHome(casey)).toEqual([orderId]);
  const tokens = await Promise.all([tokenOf(casey, orderId), tokenOf(casey, orderId)]);
  const answers = await Promise.all(tokens.map((token) => accept(casey.accessToken, token, card)));
  expect(answers.map(({ status, body }) => [status, body.engagementId])).toEqual([
    [200, orderId],
    [200, orderId],
  ]);
  expect(await atHome(casey)).toEqual([]);
  expect((await open(casey, orderId)).status).toBe(404);
});

test('a link from the home ends as one that we send does, and opens nothing for another account', async () => {
  const { casey, orderId, card } = await mailedToOwn();
  const params = { orderId };
  const [stranger, before] = [await buildCustomer(yardpack), await tokenOf(casey, orderId)];
  const foreign = await accept(stranger.accessToken, before, await buildCard(yardpack, stranger));
  expect(foreign.error.errorCode).toBe('NOT_ALLOWED_NOW');
  // The office sends it to a phone, which the account has not proved.
  const body = { channel: 'text', phone: newReach().phone, textsAgreed: true };
  expect((await yardpack.call('sendOrder', { as: erin.accessToken, params, body })).status).toBe(200);
  expect((await accept(casey.accessToken, before, card)).error.errorCode).toBe('LINK_EXPIRED');
  expect([await atHome(casey), (await open(casey, orderId)).status]).toEqual([[], 404]);
  const again = { channel: 'email', email: casey.email };
  expect((await yardpack.call('sendOrder', { as: erin.accessToken, params, body: again })).status).toBe(200);
  const after = await tokenOf(casey, orderId);
  await yardpack.call('takeBackOrder', { as: erin.accessToken, params });
  expect((await accept(casey.accessToken, after, card)).error.errorCode).toBe('LINK_EXPIRED');
  expect([await atHome(casey), (await open(casey, orderId)).status]).toEqual([[], 404]);
});

test('whoever has proved another address of the account since opens nothing that went to the one before', async () => {
  const { casey, orderId } = await mailedToOwn();
  const { email } = newReach();
  const as = erin.accessToken;
  const params = { profileId: casey.profileId };
  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  await yardpack.call('updateProfile', { as, params, body: { ...profile, email } });
  await yardpack.drain();
  await yardpack.advance('PT25H');
  expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'), {})).status).toBe(200);
  const holder = { ...casey, accessToken: (await signIn(casey.username)).body.accessToken };
  expect([await atHome(holder), (await open(holder, orderId)).status]).toEqual([[], 404]);
});

test('the phone that has opened an account by an order’s text opens that order, whatever number its profile has by now', async () => {
  const opened = await openedByText();
  const { body } = await signIn(opened.email);
  const [profile] = body.profiles;
  const holder = { ...opened, accessToken: body.accessToken, profileId: profile?.id ?? '' };
  const params = { profileId: holder.profileId };
  const { phone } = newReach();
  await yardpack.call('updateProfile', {
    as: holder.accessToken,
    params,
    body: { ...profile, phone, textsAgreed: true },
  });
  expect(await atHome(holder)).toEqual([opened.order.id]);
  // That proves the new number to none: a later order that is texted there is not opened from the home.
  const token = await tokenOf(holder, opened.order.id);
  expect(await acceptWithCard(token, holder)).toBe(200);
  const { streetAddress1 } = newReach();
  const later = { streetAddress1, phone, channel: 'text', email: undefined, userId: opened.userId };
  const order = await buildOrder(yardpack, erin, later);
  expect([await atHome(holder), (await open(holder, order.id)).status]).toEqual([[], 404]);
  const [user] = await yardpack.world.database.select().from(users).where(eq(users.id, opened.userId));
  expect(user?.confirmedAt).toBeNull();
});
