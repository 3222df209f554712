import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, users } from '../database/schema/accounts.ts';
import { calendarFeeds } from '../database/schema/calendar.ts';
import { cards } from '../database/schema/cards.ts';
import { consents } from '../database/schema/consents.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { recoveryCodes, secondFactors } from '../database/schema/second-factors.ts';
import { newToken } from '../secrets.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildFactorThings } from '../testing/factor-factories.ts';
import {
  buildCustomer,
  buildEmployee,
  mailedToken,
  type Person,
  signUpBody,
  someAddress,
  testPassword,
} from '../testing/factories.ts';
import { buildOrder } from '../testing/order-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let erin: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Office' });
});
afterAll(() => yardpack.close());

const { askForReset, confirm, renew, setNewPassword, signIn, signUp } = accountCalls(() => yardpack);
const strangersPhone = '+14795550199';
let count = 0;
const newEmail = () => {
  count += 1;
  return `owner${count}@example.com`;
};

/**
 * A stranger's account with the address of somebody else, with all that can be made before the address is proved: the
 * browser of a link that came as a text is signed in before.
 */
async function prepared(email = newEmail()) {
  const form = signUpBody('PROFILE_TYPE_CUSTOMER', {
    email,
    firstName: 'Stranger',
    phone: strangersPhone,
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
    marketingTexts: true,
  });
  const { body } = await signUp(form);
  await yardpack.drain();
  const { userId } = body;
  const { database, clock } = yardpack.world;
  const now = clock.now();
  const [profile] = await database.select().from(profiles).where(eq(profiles.userId, userId));
  const customerProfileId = profile?.id ?? '';
  const feed = newToken();
  await database.insert(calendarFeeds).values({ customerProfileId, token: feed, renewedAt: now });
  await database.insert(sessions).values({ userId, startedAt: now, lastUsedAt: now, deviceHash: newToken() });
  await buildFactorThings(yardpack, { userId, accessToken: '' } as Person);
  await database.insert(recoveryCodes).values({ userId, lookup: 'abcd', hash: 'x' });
  await database.insert(cards).values({ id: `pm_${count}`, userId });
  return { email, userId, feed, form, profileId: customerProfileId };
}

/** What of a stranger's is left in an account. */
async function left({ userId, profileId }: { userId: string; profileId: string }) {
  const { database } = yardpack.world;
  const [user] = await database.select().from(users).where(eq(users.id, userId));
  const open = await database.select().from(sessions).where(eq(sessions.userId, userId));
  return {
    isConfirmed: Boolean(user?.confirmedAt),
    secondFactorAt: user?.secondFactorAt ?? null,
    sessions: open.filter(({ endedAt, deviceHash }) => !endedAt && deviceHash).length,
    factors: (await database.select().from(secondFactors).where(eq(secondFactors.userId, userId))).length,
    codes: (await database.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))).length,
    cards: (await database.select().from(cards).where(eq(cards.userId, userId))).length,
    feeds: (await database.select().from(calendarFeeds).where(eq(calendarFeeds.customerProfileId, profileId))).length,
    names: (await database.select().from(profiles).where(eq(profiles.userId, userId))).map(
      ({ firstName, phone, notificationPreference }) => [firstName, phone, notificationPreference],
    ),
    yards: (await database.select().from(addresses).where(eq(addresses.profileId, profileId))).length,
    consents: (await database.select().from(consents).where(eq(consents.profileId, profileId))).filter(
      ({ address }) => !address.startsWith('erased:'),
    ).length,
  };
}
const nothing = {
  isConfirmed: false,
  secondFactorAt: null,
  ...{ sessions: 0, factors: 0, codes: 0, cards: 0, feeds: 0, names: [], yards: 0, consents: 0 },
};
const answerOf = async (feed: string) =>
  (await yardpack.app.inject({ url: `/v1/calendar-feeds/${feed}.ics` })).statusCode;

test('who takes an account by a reset link begins clean, and what they type counts', async () => {
  const account = await prepared();
  expect(await answerOf(account.feed)).toBe(200);
  await askForReset(account.email);
  const password = 'owners-own4bone!';
  expect((await setNewPassword(await mailedToken(yardpack, account.email, 'set-new-password'), password)).status).toBe(
    200,
  );
  expect(await left(account)).toEqual(nothing);
  expect(await answerOf(account.feed)).toBe(404);
  expect((await signIn(account.email, testPassword)).status).toBe(401);
  const { body } = await signIn(account.email, password);
  const { id: userId } = body.user;
  expect([userId === account.userId, body.profiles]).toEqual([false, []]);
  const created = await yardpack.call('createProfile', {
    as: body.accessToken,
    params: { userId },
    body: { ...signUpBody('PROFILE_TYPE_CUSTOMER', { email: account.email, firstName: 'Olive' }), userId },
  });
  expect(created.body.profile).toMatchObject({ firstName: 'Olive', phone: '+14795550123', isDefault: true });
  expect((await left({ userId, profileId: created.body.profile.id })).names).toEqual([
    ['Olive', '+14795550123', 'NOTIFICATION_PREFERENCE_EMAIL_TEXT'],
  ]);
});

test('who takes an account by the link of an order begins clean, with the name of the order and the phone that they type', async () => {
  const email = newEmail();
  const order = await buildOrder(yardpack, erin, { email });
  const account = await prepared(email);
  const opened = await yardpack.call('openOrderAccount', {
    body: {
      token: order.token,
      password: testPassword,
      email: account.email,
      phone: '4795550188',
      agreedToTerms: true,
    },
    address: someAddress(),
  });
  expect(await left(account)).toEqual(nothing);
  const [profile] = opened.body.profiles;
  expect(await left({ userId: opened.body.user.id, profileId: profile?.id ?? '' })).toMatchObject({
    ...{ isConfirmed: true, sessions: 1, factors: 0, codes: 0, cards: 0, feeds: 0, yards: 1 },
    names: [['Cal', '+14795550188', 'NOTIFICATION_PREFERENCE_EMAIL']],
  });
  expect(await answerOf(account.feed)).toBe(404);
});

const refusal = (error: { errorCode: string; fields?: { path: string }[] }) => [
  error.errorCode,
  error.fields?.[0]?.path,
];
const askedForPassword = ['INVALID_INPUT', 'body.password'];

test('the link of a sign-up confirms nothing for a reader who has not typed its form; a new password empties it', async () => {
  const account = await prepared();
  const token = await mailedToken(yardpack, account.email, 'confirm-sign-up');
  const reader = await buildCustomer(yardpack);
  for (const typist of [{}, { password: 'owners-own4bone!' }, { userId: reader.userId }])
    expect(refusal((await confirm(token, typist)).error), JSON.stringify(typist)).toEqual(askedForPassword);
  expect((await left(account)).isConfirmed).toBe(false);
  expect((await signIn(account.email, testPassword)).error.errorCode).toBe('ACCOUNT_NOT_CONFIRMED');
  await askForReset(account.email);
  const password = 'owners-own4bone!';
  await setNewPassword(await mailedToken(yardpack, account.email, 'set-new-password'), password);
  expect(await left(account)).toEqual(nothing);
  expect((await confirm(token, {})).body).toEqual({ confirmed: 'account', isRepeated: true });
});

test.each(['password', 'userId'] as const)(
  'who has typed the form, which %s shows, confirms it by its link, and all that they made stays',
  async (shownBy) => {
    const account = await prepared();
    const token = await mailedToken(yardpack, account.email, 'confirm-sign-up');
    const typist = shownBy === 'password' ? { password: testPassword } : { userId: account.userId };
    expect((await confirm(token, typist)).body).toEqual({ confirmed: 'account', isRepeated: false });
    expect(await left(account)).toMatchObject({
      ...{ isConfirmed: true, sessions: 1, factors: 2, codes: 1, cards: 1, feeds: 1, yards: 1 },
      names: [['Stranger', strangersPhone, 'NOTIFICATION_PREFERENCE_TEXT']],
    });
  },
);

test('wrong passwords at a link run out, and wrong ones that strangers enter elsewhere do not count there', async () => {
  const account = await prepared();
  const token = await mailedToken(yardpack, account.email, 'confirm-sign-up');
  for (let time = 0; time < 10; time += 1) await signIn(account.email, 'owners-own4bone!');
  for (let time = 0; time < 10; time += 1)
    expect(refusal((await confirm(token, { password: 'owners-own4bone!' })).error)).toEqual(askedForPassword);
  expect((await confirm(token, { password: testPassword })).error.errorCode).toBe('TOO_MANY_REQUESTS');
  // A new link brings no new tries.
  await yardpack.advance('PT6M');
  await renew(token);
  await yardpack.drain();
  const renewed = await mailedToken(yardpack, account.email, 'confirm-sign-up');
  expect(renewed).not.toBe(token);
  expect((await confirm(renewed, { password: testPassword })).error.errorCode).toBe('TOO_MANY_REQUESTS');
  await yardpack.advance('PT1H');
  expect((await confirm(token, { password: testPassword })).status).toBe(200);
});

test('a new email of one’s own is confirmed by who has typed it; that of the office by whoever reads it', async () => {
  const person = await buildCustomer(yardpack);
  const params = { profileId: person.profileId };
  const ask = async (as: string, email: string) => {
    const { profile } = (await yardpack.call('getProfile', { as, params })).body;
    const { status } = await yardpack.call('updateProfile', { as, params, body: { ...profile, email } });
    expect(status).toBe(200);
    await yardpack.drain();
  };
  const own = newEmail();
  await ask(person.accessToken, own);
  const ownToken = await mailedToken(yardpack, own, 'confirm-sign-up');
  expect(refusal((await confirm(ownToken, {})).error)).toEqual(askedForPassword);
  const asked = newEmail();
  await ask((await buildEmployee(yardpack)).accessToken, asked);
  await yardpack.advance('P1D');
  await yardpack.drain();
  expect((await confirm(await mailedToken(yardpack, asked, 'confirm-sign-up'), {})).body.confirmed).toBe('email');
});

test('who proves the address for the account that they have already gets it from one who has not', async () => {
  const account = await prepared();
  const owner = await buildCustomer(yardpack);
  const params = { profileId: owner.profileId };
  const [profile] = (await yardpack.call('listProfiles', { as: owner.accessToken, params: { userId: owner.userId } }))
    .body.profiles;
  const asked = await yardpack.call('updateProfile', {
    as: owner.accessToken,
    params,
    body: { ...profile, email: account.email },
  });
  expect(asked.body.profile.pendingEmail).toBe(account.email);
  await yardpack.drain();
  const token = await mailedToken(yardpack, account.email, 'confirm-sign-up');
  expect((await confirm(token)).body).toEqual({ confirmed: 'email', isRepeated: false });
  expect((await signIn(account.email)).body.user.id).toBe(owner.userId);
  expect((await left(account)).isConfirmed).toBe(false);
  expect(await yardpack.world.database.select().from(users).where(eq(users.id, account.userId))).toEqual([]);
});

test('an account with a calendar address and a card that nobody confirmed is forgotten all the same', async () => {
  const account = await prepared();
  await yardpack.advance('P9D');
  expect(await yardpack.world.database.select().from(users).where(eq(users.id, account.userId))).toEqual([]);
});

async function followNewEmail(as: string, { profileId }: Person) {
  const [params, email] = [{ profileId }, newEmail()];
  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  await yardpack.call('updateProfile', { as, params, body: { ...profile, email } });
  await yardpack.drain();
  if (as === erin.accessToken) await yardpack.advance('PT25H');
  expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'))).body.confirmed).toBe('email');
}
const endings: Record<string, (person: Person) => Promise<void>> = {
  'a new password': async ({ email }) => {
    await askForReset(email);
    await setNewPassword(await mailedToken(yardpack, email, 'set-new-password'), testPassword);
  },
  'a new email of their own': (person) => followNewEmail(person.accessToken, person),
  'a new email that the office enters': async (person) => {
    erin = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
    await followNewEmail(erin.accessToken, person);
  },
};

test.each(Object.entries(endings))('%s ends the calendar address of a confirmed account too', async (_, end) => {
  const person = await buildCustomer(yardpack);
  const { body } = await yardpack.call('renewCalendarFeed', {
    as: person.accessToken,
    params: { customerProfileId: person.profileId },
  });
  const feed = /([^/]+)\.ics$/.exec(body.url ?? '')?.[1] ?? '';
  expect(await answerOf(feed)).toBe(200);
  await end(person);
  expect(await answerOf(feed)).toBe(404);
});
