import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consentPurposes } from '#domain/consents.ts';
import { isEmail } from '#domain/no-email.ts';
import { users } from '../database/schema/accounts.ts';
import { cards } from '../database/schema/cards.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { revokeConsents } from '../messages/consents.ts';
import { lockOrder } from '../orders/store.ts';
import { accountCalls } from '../testing/account-calls.ts';
import {
  buildCustomer,
  buildEmployee,
  mailedToken,
  type Person,
  signUpBody,
  testPassword,
} from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { buildOrder } from '../testing/order-factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { newReach, textAccounts } from '../testing/text-accounts.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { yieldAddress } from './prove-address.ts';

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

const { askForReset, checkPasswordLink, confirm, renew, setNewPassword, signIn, signUp } = accountCalls(() => yardpack);
const ownPassword = 'owners-own4bone!';
const { openBy, accept, openedByText, servedByText } = textAccounts(
  () => yardpack,
  () => erin,
);
type Held = Awaited<ReturnType<typeof servedByText>>;

/** What an account has. */
async function of(userId: string) {
  const { database } = yardpack.world;
  const [user] = await database.select().from(users).where(eq(users.id, userId));
  const theirs = await database.select().from(profiles).where(eq(profiles.userId, userId));
  const [{ id = '' } = {}] = theirs;
  return {
    email: user?.email ?? '',
    isConfirmed: Boolean(user?.confirmedAt),
    phones: theirs.map(({ phone }) => phone),
    cards: (await database.select().from(cards).where(eq(cards.userId, userId))).length,
    services: (
      await database
        .select()
        .from(engagements)
        .where(eq(engagements.customerProfileId, id || userId))
    ).length,
  };
}
const profileOf = async ({ userId, accessToken }: Pick<Person, 'userId' | 'accessToken'>) =>
  (await yardpack.call('listProfiles', { as: accessToken, params: { userId } })).body.profiles[0];
const textsOf = async ({ phone }: Held) => (await yardpack.messages({ to: phone })).map(({ text }) => text);
const gone = 'someone else confirmed your email address as theirs';

/** How the real owner of an address proves it. @returns the account that they have afterwards */
const proofs: Record<string, (held: Held) => Promise<string>> = {
  'asks for a new password': async ({ email }) => {
    await askForReset(email);
    const token = await mailedToken(yardpack, email, 'set-new-password');
    expect((await checkPasswordLink(token)).body).toEqual({ opensAccount: true });
    expect((await setNewPassword(token, ownPassword)).status).toBe(200);
    // The answer was lost.
    expect((await setNewPassword(token, ownPassword)).status).toBe(200);
    expect((await setNewPassword(token, testPassword)).error.errorCode).toBe('LINK_EXPIRED');
    return (await signIn(email, ownPassword)).body.user.id;
  },
  'follows the emailed link of an order': async ({ email }) => {
    const { streetAddress1 } = newReach();
    const order = await buildOrder(yardpack, erin, { streetAddress1, email });
    const asked = await yardpack.call('checkOrderLink', { body: { token: order.token } });
    expect(asked.body.hasAccount).toBe(false);
    const { body } = await openBy(order.token, email, ownPassword);
    expect(await accept(order.token, { userId: body.user.id, accessToken: body.accessToken })).toBe(200);
    return body.user.id;
  },
  'gives it to an account of theirs': async ({ email }) => {
    const owner = await buildCustomer(yardpack);
    const profile = await profileOf(owner);
    const params = { profileId: owner.profileId };
    await yardpack.call('updateProfile', { as: owner.accessToken, params, body: { ...profile, email } });
    await yardpack.drain();
    expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'))).status).toBe(200);
    return owner.userId;
  },
};

test.each(Object.entries(proofs))(
  'whoever proves an address that another account has unconfirmed gets it: the owner %s',
  async (_, prove) => {
    const held = await servedByText();
    const owner = await prove(held);
    expect(owner).not.toBe(held.userId);
    expect(await of(owner)).toMatchObject({ email: held.email, isConfirmed: true });
    expect((await of(owner)).phones).not.toContain(held.phone);
    // The other keeps all else, and its phone is told.
    await yardpack.drain();
    const left = await of(held.userId);
    expect(left).toMatchObject({ isConfirmed: false, phones: [held.phone], cards: 1, services: 1 });
    expect(isEmail(left.email)).toBe(false);
    expect((await textsOf(held)).filter((text) => text.includes(gone))).toHaveLength(1);
  },
);

test.each<[string, (opened: Held) => Promise<unknown>]>([
  ['it is not confirmed', () => yardpack.advance('P9D')],
  ['the owner of its address proves that', (opened) => proofs['asks for a new password']?.(opened) ?? Promise.reject()],
])('Stripe forgets the customer and the card of an account that is deleted because %s', async (_, end) => {
  const opened = await openedByText();
  await buildCard(yardpack, opened as unknown as Person);
  const [user] = await yardpack.world.database.select().from(users).where(eq(users.id, opened.userId));
  const isDeleted = async () =>
    Boolean((await yardpack.world.stripe.customers.retrieve(user?.stripeCustomerId ?? '')).deleted);
  expect(await isDeleted()).toBe(false);
  await end(opened);
  await yardpack.drain();
  expect((await of(opened.userId)).email).toBe('');
  expect(await isDeleted()).toBe(true);
});

test('an account without an address is reached by its phone, signs in, and gets another address', async () => {
  const held = await servedByText();
  await proofs['asks for a new password']?.(held);
  const mailsBefore = (await yardpack.messages({ to: held.email })).length;
  // The username went with the address: its phone has another one by text, and signs in with that. Nothing more goes to the address.
  const username = held.phone.replace('+1', '');
  await yardpack.drain();
  expect((await textsOf(held)).filter((text) => text.includes(`Sign in as ${username}`))).toHaveLength(1);
  const spelled = ['$1-$2-', '($1) $2-', '$1 $2 '].map((way) => username.replace(/(\d{3})(\d{3})/, way));
  for (const typed of [username, held.phone, ...spelled])
    expect((await signIn(typed)).body.user, typed).toMatchObject({ id: held.userId, username });
  await askForReset(username);
  const token = await mailedToken(yardpack, held.phone, 'set-new-password');
  expect((await checkPasswordLink(token)).body).toEqual({ opensAccount: false });
  expect((await setNewPassword(token, 'phones-own4bone!')).status).toBe(200);
  const { body } = await signIn(username, 'phones-own4bone!');
  expect(body.user.id).toBe(held.userId);
  const person = { userId: held.userId, accessToken: body.accessToken };
  const profile = await profileOf(person);
  const params = { profileId: profile?.id ?? '' };
  const read = await yardpack.call('getProfile', { as: body.accessToken, params });
  expect(read.body.profile.emailBroken?.why).toBe('taken');
  // Saved as it is, nothing is asked for.
  const same = await yardpack.call('updateProfile', {
    as: body.accessToken,
    params,
    body: { ...profile, label: 'Me' },
  });
  expect([same.status, same.body.profile.pendingEmail]).toEqual([200, undefined]);
  // Its phone is the only way to reach it.
  const emailOnly = { ...same.body.profile, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' };
  const refused = await yardpack.call('updateProfile', { as: body.accessToken, params, body: emailOnly });
  expect([refused.status, refused.error.message]).toEqual([400, expect.stringContaining('no email address yet')]);
  const { email } = newReach();
  const asked = { ...same.body.profile, email };
  await yardpack.call('updateProfile', { as: body.accessToken, params, body: asked });
  await yardpack.drain();
  const link = await mailedToken(yardpack, email, 'confirm-sign-up');
  expect((await confirm(link, { password: 'phones-own4bone!' })).status).toBe(200);
  expect(await of(held.userId)).toMatchObject({ email, isConfirmed: true, phones: [held.phone], cards: 1 });
  await yardpack.drain();
  expect(await yardpack.messages({ to: held.email })).toHaveLength(mailsBefore);
});

test('an account without an address whose phone says STOP says of itself that neither emails nor texts arrive', async () => {
  const held = await servedByText();
  await proofs['asks for a new password']?.(held);
  const texts = { channel: 'text', address: held.phone, purposes: consentPurposes } as const;
  await yardpack.world.database.transaction((transaction) =>
    revokeConsents(yardpack.world, transaction, { ...texts, source: 'text-reply', word: 'STOP' }),
  );
  const listed = await profileOf(held);
  expect(listed?.emailBroken?.why).toBe('taken');
  for (const as of [held.accessToken, erin.accessToken]) {
    const { profile } = (await yardpack.call('getProfile', { as, params: { profileId: listed?.id ?? '' } })).body;
    expect(profile).toMatchObject({ textsEnded: 'stopped', emailBroken: listed?.emailBroken });
  }
});

test('services are not mailed to an unconfirmed address, even after STOP, until the password confirms it', async () => {
  const held = await servedByText();
  const texts = { channel: 'text', address: held.phone, purposes: consentPurposes } as const;
  await yardpack.world.database.transaction((transaction) =>
    revokeConsents(yardpack.world, transaction, { ...texts, source: 'text-reply', word: 'STOP' }),
  );
  const mails = async () => (await yardpack.messages({ to: held.email })).map(({ subject }) => subject);
  const before = await mails();
  const canceled = await yardpack.call('updateEngagement', {
    as: held.accessToken,
    params: { engagementId: held.order.id },
    body: { status: 'ENGAGEMENT_STATUS_CANCELLED' },
  });
  expect(canceled.status).toBe(200);
  await yardpack.drain();
  expect(await mails()).toEqual(before);
  const rows = await yardpack.world.database.select().from(messages).where(eq(messages.recipient, held.email));
  expect(rows.flatMap(({ outcome, reason }) => (outcome === 'dropped' ? reason : []))).toEqual([
    'This email address isn’t confirmed. It may have a typo.',
  ]);
  // Texts stay chosen: nothing else would reach them.
  const listed = await profileOf(held);
  const params = { profileId: listed?.id ?? '' };
  const emailOnly = { ...listed, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' };
  const refused = await yardpack.call('updateProfile', { as: held.accessToken, params, body: emailOnly });
  expect(refused.error.message).toContain('isn’t confirmed yet');
  const write = () =>
    yardpack.call('writeToPerson', {
      as: erin.accessToken,
      params,
      body: { id: randomUUID(), channel: 'email', text: 'Are you home?' },
    });
  expect((await write()).error.message).toBe('Their email address isn’t confirmed. Call them.');
  expect((await confirm(await mailedToken(yardpack, held.email, 'confirm-sign-up'))).status).toBe(200);
  expect((await write()).status).toBe(200);
  await yardpack.drain();
  expect((await yardpack.messages({ to: held.email }))[0]?.text).toContain('Are you home?');
});

/** Adds a profile to an account that a text opened. */
const addProfile = ({ userId, accessToken, ...held }: Held, details: object) =>
  yardpack.call('createProfile', {
    as: accessToken,
    params: { userId },
    body: { ...signUpBody('PROFILE_TYPE_WORKER'), userId, email: held.email, phone: held.phone, ...details },
  });

test('an account with an unconfirmed address gets no service emails as a worker either, and is no employee until it is confirmed', async () => {
  const held = await openedByText();
  const birthday = { year: 1990, month: 2, day: 28 };
  const worker = { birthday, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' };
  const refused = await addProfile(held, worker);
  expect(refused.error.fields).toEqual([
    { path: 'body.notificationPreference', message: expect.stringContaining('isn’t confirmed yet') },
  ]);
  const { code } = (await yardpack.call('createJoinCode', { as: erin.accessToken, body: { role: 'office' } })).body;
  const employee = {
    profileType: 'PROFILE_TYPE_EMPLOYEE',
    joinCode: code,
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  };
  expect((await addProfile(held, employee)).error.fields).toEqual([
    { path: 'body.joinCode', message: expect.stringContaining('confirm your email address first') },
  ]);
  const { body } = await addProfile(held, { ...worker, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' });
  const params = { profileId: body.profile.id };
  const written = await yardpack.call('writeToPerson', {
    as: erin.accessToken,
    params,
    body: { id: randomUUID(), channel: 'email', text: 'Cal at 501 Private Ln' },
  });
  expect(written.error.message).toBe('Their email address isn’t confirmed. Text them, or call.');
  const mails = async () => (await yardpack.messages({ to: held.email })).length;
  await yardpack.drain();
  const before = await mails();
  const approved = await yardpack.call('decideApproval', {
    as: erin.accessToken,
    params: { workerProfileId: body.profile.id },
    body: { approval: 'approved', version: body.profile.version },
  });
  expect(approved.status).toBe(200);
  await yardpack.drain();
  expect(await mails()).toBe(before);
  expect((await confirm(await mailedToken(yardpack, held.email, 'confirm-sign-up'))).status).toBe(200);
  expect((await addProfile(held, employee)).status).toBe(200);
});

test('whoever has proved an address has all that is asked for by it: the phone of the account before gets no text of it', async () => {
  const held = await servedByText();
  await proofs['asks for a new password']?.(held);
  await yardpack.drain();
  const [mails, texts] = [(await yardpack.messages({ to: held.email })).length, await textsOf(held)];
  await askForReset(held.email);
  await askForReset(held.email.toUpperCase());
  expect((await yardpack.messages({ to: held.email })).length).toBe(mails + 2);
  expect(await textsOf(held)).toEqual(texts);
  const wrong = await signIn(held.email, testPassword);
  expect(wrong.error.errorCode).toBe('INVALID_CREDENTIALS');
});

test('the owner who signs up with an address that has an account reads how to get in, the same whoever’s account it is', async () => {
  const [held, confirmed] = [await servedByText(), await buildCustomer(yardpack)];
  const stranger = signUpBody('PROFILE_TYPE_CUSTOMER');
  expect((await signUp(stranger)).status).toBe(200);
  for (const email of [held.email, confirmed.email, stranger.email]) {
    const { status, error } = await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { email }));
    const message =
      'There is an account with this email already. Sign in with the email, or choose “Forgot password?” to set a new password.';
    expect([email, status, error.fields]).toEqual([email, 409, [{ path: 'body.email', message }]]);
  }
});

test('a username of the holder’s own choice stays, and one that another has is not given', async () => {
  const [own, second] = [await servedByText(), await servedByText()];
  await yardpack.world.database.update(users).set({ username: 'puppy-lover' }).where(eq(users.id, own.userId));
  await proofs['asks for a new password']?.(own);
  const nameOf = async ({ userId }: Held) =>
    (await yardpack.world.database.select().from(users).where(eq(users.id, userId)))[0]?.username;
  expect(await nameOf(own)).toBe('puppy-lover');
  const stranger = await buildCustomer(yardpack);
  const digits = second.phone.replace('+1', '');
  await yardpack.world.database.update(users).set({ username: digits }).where(eq(users.id, stranger.userId));
  await proofs['asks for a new password']?.(second);
  await yardpack.drain();
  const username = await nameOf(second);
  expect(username).toMatch(/^user-[\w-]{12}$/);
  expect((await textsOf(second)).filter((text) => text.includes(`Sign in as ${username}`))).toHaveLength(1);
});

test('the office reads that the address of a customer is not confirmed, and that one is gone', async () => {
  const held = await servedByText();
  const as = erin.accessToken;
  const { accounts } = (await yardpack.call('findAccounts', { as, query: { email: held.email } })).body;
  expect(accounts).toMatchObject([{ userId: held.userId, isUnproved: false, isConfirmed: false }]);
  const listed = async () => {
    const { customers } = (await yardpack.call('listCustomers', { as, query: { q: held.phone.slice(-7) } })).body;
    return customers;
  };
  expect(await listed()).toMatchObject([{ email: held.email, isConfirmed: false }]);
  await proofs['asks for a new password']?.(held);
  const [row] = await listed();
  const customerProfileId = row?.profileId ?? '';
  const customer = (await yardpack.call('getCustomer', { as, params: { customerProfileId } })).body;
  expect(customer).toMatchObject({ isConfirmed: false, confirmedAt: null });
  const { brokenEmails } = (await yardpack.call('getStaffDesk', { as })).body;
  expect(brokenEmails.rows.map(({ why, person }) => [why, person.profileId])).toContainEqual([
    'taken',
    customerProfileId,
  ]);
  const refused = await yardpack.call('setEmailWorks', {
    as,
    params: { profileId: customerProfileId },
    body: { email: row?.email, works: true },
  });
  expect(refused.error.errorCode).toBe('NOT_ALLOWED_NOW');
});

/** Calls that reach the server while their account is deleted. */
const lateActs: Record<string, { act: (opened: Held, link: string) => Promise<Answer>; becomes: Outcome }> = {
  'add a profile': {
    act: (opened) => addProfile(opened, { birthday: { year: 1990, month: 2, day: 28 } }),
    becomes: [401, 'UNAUTHENTICATED'],
  },
  'add an address': {
    act: async (opened) =>
      yardpack.call('createAddress', {
        as: opened.accessToken,
        params: { profileId: (await profileOf(opened))?.id ?? '' },
        body: {
          ...{ streetAddress1: '9 Late St', city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' },
          primaryAddress: false,
        },
      }),
    becomes: [401, 'UNAUTHENTICATED'],
  },
  'save their profile': {
    act: async (opened) => {
      const profile = await profileOf(opened);
      const params = { profileId: profile?.id ?? '' };
      return yardpack.call('updateProfile', { as: opened.accessToken, params, body: { ...profile, label: 'Me' } });
    },
    becomes: [401, 'UNAUTHENTICATED'],
  },
  'confirm the address': { act: (_, link) => confirm(link), becomes: [400, 'LINK_EXPIRED'] },
  'ask for the link again': { act: (_, link) => renew(link), becomes: [200, undefined] },
};
type Answer = { status: number; error?: { errorCode: string } };
type Outcome = [number, string | undefined];

test.each(Object.entries(lateActs))(
  'an account that is deleted at the moment, since its address was proved, is signed out or its link has ended: people %s',
  async (_, { act, becomes }) => {
    const opened = await openedByText();
    await yardpack.drain();
    const link = await mailedToken(yardpack, opened.email, 'confirm-sign-up');
    const { act: acting } = await yardpack.world.database.transaction(async (transaction) => {
      await yieldAddress(yardpack.world, transaction, opened.email);
      const begun = act(opened, link);
      await untilStatementsWait(yardpack);
      return { act: begun };
    });
    const { status, error } = await acting;
    expect([status, error?.errorCode]).toEqual(becomes);
  },
);

/** Whose the messages of an order are. */
const ownersOf = async (orderId: string) =>
  (await yardpack.world.database.select().from(messages).where(eq(messages.aboutId, orderId))).map(
    ({ userId }) => userId,
  );

test.each(Object.entries(proofs))(
  'nothing of an account that a text has opened goes to whoever proves its address: the owner %s',
  async (_, prove) => {
    const opened = await openedByText();
    const orderId = opened.order.id;
    const rudeName = `rude-name-${opened.phone.slice(-3)}`;
    await yardpack.world.database.update(users).set({ username: rudeName }).where(eq(users.id, opened.userId));
    expect(await ownersOf(orderId)).toEqual([opened.userId]);
    const owner = await prove(opened);
    expect(owner).not.toBe(opened.userId);
    expect(await of(owner)).toMatchObject({ email: opened.email, isConfirmed: true });
    expect((await of(owner)).phones).not.toContain(opened.phone);
    const [user] = await yardpack.world.database.select().from(users).where(eq(users.id, owner));
    expect(user?.username).not.toBe(rudeName);
    // The unproved account is gone, with its sign-in. Its phone is told, and the order and its messages wait for whoever has that.
    await yardpack.drain();
    expect((await of(opened.userId)).email).toBe('');
    expect((await signIn(rudeName)).error.errorCode).toBe('INVALID_CREDENTIALS');
    const params = { userId: opened.userId };
    expect((await yardpack.call('listProfiles', { as: opened.accessToken, params })).status).toBe(401);
    expect((await textsOf(opened)).filter((text) => text.includes('open our earlier link again'))).toHaveLength(1);
    expect(await ownersOf(orderId)).toEqual([null, null]);
    const [order] = await yardpack.world.database.select().from(orders).where(eq(orders.id, orderId));
    expect([order?.userId, order?.status]).toEqual([null, 'waiting']);
    const { email } = newReach();
    const { body } = await openBy(opened.order.token, email);
    expect(body.user.id).not.toBe(owner);
    expect(await accept(opened.order.token, { userId: body.user.id, accessToken: body.accessToken })).toBe(200);
    expect(await ownersOf(orderId)).toEqual([body.user.id, body.user.id]);
  },
);

test.each(['the phone accepts', 'the owner sets a password'])(
  'an address is proved and its order accepted at once: nothing of the account goes to the owner, though %s first',
  async (first) => {
    const opened = await openedByText();
    await askForReset(opened.email);
    const token = await mailedToken(yardpack, opened.email, 'set-new-password');
    const { userId, accessToken } = opened;
    const stripePaymentMethodId = await buildCard(yardpack, { userId, accessToken } as Person);
    const body = { token: opened.order.token, stripePaymentMethodId, quotedBaseCost: 1500, withCoupon: false };
    const acts = [
      () => yardpack.call('acceptOrder', { as: opened.accessToken, body: { ...body, agreedToTerms: true } }),
      () => setNewPassword(token, ownPassword),
    ];
    const isAccepted = first === 'the phone accepts';
    const answers = await yardpack.world.database.transaction(async (transaction) => {
      await lockOrder(transaction, opened.order.id);
      const begun = [];
      for (const act of isAccepted ? acts : acts.toReversed()) {
        begun.push(act());
        await untilStatementsWait(yardpack, begun.length);
      }
      return { begun };
    });
    const statuses = (await Promise.all(answers.begun)).map(({ status }) => status);
    expect(statuses).toEqual(isAccepted ? [200, 200] : [200, 409]);
    const owner = (await signIn(opened.email, ownPassword)).body.user.id;
    expect(await of(owner)).toMatchObject({ isConfirmed: true, phones: [], cards: 0, services: 0 });
    expect(await of(opened.userId)).toMatchObject(
      isAccepted ? { isConfirmed: false, phones: [opened.phone], cards: 1, services: 1 } : { email: '', services: 0 },
    );
  },
);
