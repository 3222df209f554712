import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import type { ChangeKind } from '#domain/changes.ts';
import { noEmail } from '#domain/no-email.ts';
import { profiles } from '../database/schema/profiles.ts';
import { accountCalls } from '../testing/account-calls.ts';
import {
  buildCustomer,
  buildEmployee,
  buildWorker,
  mailedResetToken,
  mailedToken,
  mailsTo,
  type Person,
  signUpBody,
  testPassword,
} from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const { askForReset, confirm, renew, setNewPassword, signIn, signUp } = accountCalls(() => yardpack);
const profilesOf = async ({ accessToken, userId }: Person) =>
  (await yardpack.call('listProfiles', { as: accessToken, params: { userId } })).body.profiles;
const change = async (person: Person, changes: Partial<Profile>) => {
  const [profile] = await profilesOf(person);
  const params = { profileId: person.profileId };
  const answer = await yardpack.call('updateProfile', {
    as: person.accessToken,
    params,
    body: { ...profile, ...changes },
  });
  await yardpack.drain();
  return answer;
};
const follow = async (token: string) => {
  const answer = await confirm(token);
  await yardpack.drain();
  return answer;
};
const newAddress = () => signUpBody('PROFILE_TYPE_CUSTOMER').email;

/** Has the office ask for another email of somebody. */
const askByOffice = async (person: Person, office: Person, email: string) => {
  const [profile] = await profilesOf(person);
  const params = { profileId: person.profileId };
  const { status } = await yardpack.call('updateProfile', {
    as: office.accessToken,
    params,
    body: { ...profile, email },
  });
  await yardpack.drain();
  return status;
};
const stop = (token: string) => yardpack.call('stopEmailChange', { body: { token } });
const recorded = async (office: Person, kind: ChangeKind) =>
  (await yardpack.call('listChanges', { as: office.accessToken, query: { kind } })).body.changes;

test.each([
  ['customer', buildCustomer],
  ['worker', buildWorker],
])('an email that the office asks for a %s waits a day, in which its owner can stop it', async (_, build) => {
  const [person, erin] = [await build(yardpack), await buildEmployee(yardpack)];
  const email = newAddress();
  expect([await askByOffice(person, erin, email), await askByOffice(person, erin, email)]).toEqual([200, 200]);
  const [notice, ...more] = await mailsTo(yardpack, person, /is about to change/);
  expect([notice?.text, more]).toEqual([expect.stringContaining('Our office was asked to use another email'), []]);
  const asked = { name: 'askedEmail', from: person.email, to: email };
  expect((await recorded(erin, 'profile-changed'))[0]?.fields).toEqual([asked]);
  await yardpack.advance('PT23H');
  expect(await yardpack.messages({ to: email })).toEqual([]);

  const token = await mailedToken(yardpack, person.email, 'stop-email-change');
  expect([(await stop(token)).status, (await stop(token)).status]).toEqual([200, 200]);
  const again = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
  const changes = (await recorded(again, 'email-change-stopped')).filter(({ about }) => about?.id === person.userId);
  expect(changes.map(({ fields }) => fields)).toEqual([[{ name: 'askedEmail', from: email, to: null }]]);
  // When its link was to be mailed, and when that would have ended.
  for (const time of ['PT2H', 'PT48H']) {
    await yardpack.advance(time);
    expect(await yardpack.messages({ to: email }), time).toEqual([]);
  }
  expect((await signIn(person.email)).status).toBe(200);
});

test.each([
  ['customer', buildCustomer],
  ['worker', buildWorker],
])(
  'an email that the office asks for a %s counts a day later once its link is pressed, and ends every session',
  async (_, build) => {
    const [person, erin] = [await build(yardpack), await buildEmployee(yardpack)];
    const email = newAddress();
    await askByOffice(person, erin, email);
    await yardpack.advance('PT24H1M');
    await yardpack.drain();
    const { accessToken } = (await signIn(person.email)).body;
    expect((await follow(await mailedToken(yardpack, email, 'confirm-sign-up'))).status).toBe(200);
    expect((await yardpack.call('listSessions', { as: accessToken, params: { userId: person.userId } })).status).toBe(
      401,
    );
    // It is too late then.
    expect((await stop(await mailedToken(yardpack, person.email, 'stop-email-change'))).error.errorCode).toBe(
      'LINK_EXPIRED',
    );
    const again = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
    const mine = (await recorded(again, 'email-changed')).filter(({ about }) => about?.id === person.userId);
    // The reader of the new address pressed the link, and may be someone else than the holder of the account.
    expect(mine.map(({ by, fields }) => [by, fields])).toEqual([
      [null, [{ name: 'email', from: person.email, to: email }]],
    ]);
  },
);

test('a link that stops a change of the office stops those that the office asks for in its place too, used or not', async () => {
  const [person, erin] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const [replaced, asked] = [newAddress(), newAddress()];
  await askByOffice(person, erin, replaced);
  const first = await mailedToken(yardpack, person.email, 'stop-email-change');
  for (const email of [asked, newAddress()]) {
    await askByOffice(person, erin, email);
    expect((await stop(first)).status).toBe(200);
    expect((await profilesOf(person))[0]?.pendingEmail).toBeUndefined();
  }
  expect((await stop('x'.repeat(43))).error.errorCode).toBe('LINK_EXPIRED');
  await yardpack.advance('PT24H1M');
  expect([await yardpack.messages({ to: replaced }), await yardpack.messages({ to: asked })]).toEqual([[], []]);
});

test('a link that stops a change of the office stops no change of one’s own, and ends after a week', async () => {
  const [person, erin] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const email = newAddress();
  await askByOffice(person, erin, email);
  const first = await mailedToken(yardpack, person.email, 'stop-email-change');
  // The same address, which its owner need not wait for.
  expect((await change(person, { email })).body.profile.pendingEmail).toBe(email);
  await yardpack.drain();
  expect((await stop(first)).error.errorCode).toBe('LINK_EXPIRED');
  expect((await follow(await mailedToken(yardpack, email, 'confirm-sign-up'))).status).toBe(200);

  const other = await buildCustomer(yardpack);
  await askByOffice(other, erin, newAddress());
  const late = await mailedToken(yardpack, other.email, 'stop-email-change');
  await yardpack.advance('P7DT1M');
  expect((await stop(late)).error.errorCode).toBe('LINK_EXPIRED');
});

test.each([
  ['of one’s own', false],
  ['of the office', true],
])('a change of email %s is stopped on the profile', async (_, isByOffice) => {
  const [person, erin] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const email = newAddress();
  await (isByOffice ? askByOffice(person, erin, email) : change(person, { email }));
  expect((await profilesOf(person))[0]?.pendingEmail).toBe(email);
  const stopping: object = { stopsEmailChange: true };
  for (const _time of [1, 2]) {
    const { body } = await change(person, stopping);
    expect([body.profile.email, body.profile.pendingEmail]).toEqual([person.email, undefined]);
  }
  await yardpack.advance('PT26H');
  await yardpack.drain();
  for (const { text } of await yardpack.messages({ to: email })) {
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
    for (const answer of [await follow(token), await renew(token)]) expect(answer.error.errorCode).toBe('LINK_EXPIRED');
  }
  const signedIn = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
  const stopped = (await recorded(signedIn, 'email-change-stopped')).filter(({ about }) => about?.id === person.userId);
  const fields = [{ name: 'askedEmail', from: email, to: null }];
  expect(stopped.map((one) => one.fields)).toEqual(isByOffice ? [fields] : []);
});

test('another address replaces a change of email that is stopped at the same time', async () => {
  const person = await buildCustomer(yardpack);
  await change(person, { email: newAddress() });
  const email = newAddress();
  const both: object = { email, stopsEmailChange: true };
  expect((await change(person, both)).body.profile.pendingEmail).toBe(email);
});

test('one’s own change of email ends the other sessions and keeps the one that asked', async () => {
  const person = await buildCustomer(yardpack);
  const other = (await signIn(person.email)).body;
  const email = newAddress();
  await change(person, { email });
  await follow(await mailedToken(yardpack, email, 'confirm-sign-up'));
  const params = { userId: person.userId };
  const statuses = [person.accessToken, other.accessToken].map(
    async (as) => (await yardpack.call('listSessions', { as, params })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401]);
});

test('another email counts once its link is followed; the old one is told before and after', async () => {
  const person = await buildCustomer(yardpack);
  const email = newAddress();
  const { body } = await change(person, { email, firstName: 'Ada' });
  expect(body.profile).toMatchObject({ email: person.email, pendingEmail: email, firstName: 'Ada' });
  expect(await mailsTo(yardpack, person, /is about to change/)).toHaveLength(1);
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  expect((await signIn(email)).status).toBe(401);
  // A form that changes something else still contains the old email.
  await change(person, { phone: '479 555 0144' });
  expect((await profilesOf(person))[0]).toMatchObject({ pendingEmail: email, phone: '+14795550144' });

  expect((await follow(token)).body).toEqual({ confirmed: 'email', isRepeated: false });
  expect((await follow(token)).body).toEqual({ confirmed: 'email', isRepeated: true });
  const [profile] = await profilesOf(person);
  expect([profile?.email, profile?.pendingEmail]).toEqual([email, undefined]);
  expect(await mailsTo(yardpack, person, /email was changed/)).toHaveLength(1);
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(person.email)).status).toBe(401);
});

/** What gives an account that nobody has confirmed another address. */
const otherAddress = {
  'the office, and its reader presses the link': async (form: SignUpForm, userId: string, email: string) => {
    const erin = await buildEmployee(yardpack);
    const [row] = await yardpack.world.database.select().from(profiles).where(eq(profiles.userId, userId));
    const params = { profileId: row?.id ?? '' };
    const { profile } = (await yardpack.call('getProfile', { as: erin.accessToken, params })).body;
    await yardpack.call('updateProfile', { as: erin.accessToken, params, body: { ...profile, email } });
    await yardpack.drain();
    const answer = await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'), {});
    expect([answer.body.confirmed, form.email === email]).toEqual(['email', false]);
  },
  'the form of the sign-up, which comes again': async (form: SignUpForm, userId: string, email: string) => {
    expect((await signUp({ ...form, email })).body.userId).toBe(userId);
  },
};
type SignUpForm = ReturnType<typeof signUpBody>;

test.each(Object.entries(otherAddress))(
  'a link counts for nothing once the account has another address, which was changed by %s',
  async (_, changeAddress) => {
    const form = { ...signUpBody('PROFILE_TYPE_CUSTOMER'), signUpId: randomUUID() };
    const { userId } = (await signUp(form)).body;
    await yardpack.drain();
    const link = await mailedToken(yardpack, form.email, 'confirm-sign-up');
    await askForReset(form.email);
    const reset = await mailedToken(yardpack, form.email, 'set-new-password');
    const email = newAddress();
    await changeAddress(form, userId, email);
    await yardpack.drain();
    await yardpack.advance('PT10M');
    const before = await yardpack.messages({ to: email });
    // Whoever has the old mailbox knows the password too.
    for (const typist of [{ password: testPassword }, { userId }])
      expect((await confirm(link, typist)).error?.errorCode, JSON.stringify(typist)).toBe('LINK_EXPIRED');
    expect((await setNewPassword(reset, 'owners-own4bone!')).error?.errorCode).toBe('LINK_EXPIRED');
    for (const token of [link, reset]) expect((await renew(token)).error?.errorCode).toBe('LINK_EXPIRED');
    await yardpack.drain();
    expect(await yardpack.messages({ to: email })).toEqual(before);
    expect((await signIn(email)).error.errorCode).toBe('ACCOUNT_NOT_CONFIRMED');
    // Its own link still confirms it for whoever typed the form.
    await yardpack.drain();
    expect((await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'))).body.confirmed).toBe('account');
  },
);

test('all profiles of a person have the one email of the account', async () => {
  const person = await buildCustomer(yardpack);
  const email = newAddress();
  const added = await yardpack.call('createProfile', {
    as: person.accessToken,
    params: { userId: person.userId },
    body: {
      ...signUpBody('PROFILE_TYPE_WORKER', { birthday: { year: 1990, month: 2, day: 28 }, email }),
      userId: person.userId,
    },
  });
  expect(added.body.profile).toMatchObject({ email: person.email, pendingEmail: email });
  await yardpack.drain();
  await follow(await mailedToken(yardpack, email, 'confirm-sign-up'));
  expect((await profilesOf(person)).map((profile) => profile.email)).toEqual([email, email]);
  // An older form does not change the email back.
  expect((await change(person, { email: person.email, version: 1 })).error.errorCode).toBe('CONFLICT');
});

test("another account's email is refused, also when it was taken meanwhile", async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const { status, error } = await change(person, { email: other.email.toUpperCase() });
  expect([status, error.fields]).toEqual([
    409,
    [{ path: 'body.email', message: 'There is an account with this email already.' }],
  ]);
  const email = newAddress();
  await change(person, { email });
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  await buildCustomer(yardpack, { email });
  expect((await follow(token)).error.errorCode).toBe('ALREADY_EXISTS');
  expect((await profilesOf(person))[0]?.email).toBe(person.email);
});

test('neither the present email in other letters nor the stand-in for none begins a change', async () => {
  const person = await buildWorker(yardpack);
  const [profile] = await profilesOf(person);
  const inCapitals = profile?.email.toUpperCase() ?? '';
  const { body } = await change(person, { email: inCapitals });
  expect([body.profile.email, body.profile.pendingEmail]).toEqual([profile?.email, undefined]);
  expect(await mailsTo(yardpack, { ...person, email: inCapitals })).toEqual([]);
  const { status, error } = await change(person, { email: noEmail('abc') });
  expect([status, error.fields]).toEqual([400, [{ path: 'body.email', message: 'Invalid email address' }]]);
});

test('a new password stops a change that somebody else began; their link does not begin it again', async () => {
  const person = await buildCustomer(yardpack);
  const email = newAddress();
  await change(person, { email });
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  const reset = await mailedResetToken(yardpack, person);
  await setNewPassword(reset, testPassword);
  expect((await follow(token)).error.errorCode).toBe('LINK_EXPIRED');
  expect((await renew(token)).error.errorCode).toBe('LINK_EXPIRED');
});

test('a link for another email ends after a day, and an account asks for five in an hour', async () => {
  const person = await buildCustomer(yardpack);
  const email = newAddress();
  await change(person, { email });
  // A repeat after a lost answer sends no second mail.
  await change(person, { email });
  expect(await mailsTo(yardpack, { ...person, email })).toHaveLength(1);
  for (let time = 0; time < 4; time += 1) expect((await change(person, { email: newAddress() })).status).toBe(200);
  expect((await change(person, { email: newAddress() })).status).toBe(429);
  expect((await follow(await mailedToken(yardpack, email, 'confirm-sign-up'))).status).toBe(400);
  const { accessToken } = (await signIn(person.email)).body;
  await yardpack.advance('PT24H');
  const again = { ...person, accessToken: (await signIn(person.email)).body.accessToken };
  expect(accessToken).not.toBe(again.accessToken);
  expect((await profilesOf(again))[0]?.pendingEmail).toBeUndefined();
});

test('whoever forgot the user name signs in by email, and reads it in the mail for a new password', async () => {
  const person = await buildCustomer(yardpack);
  expect((await signIn(person.email.toUpperCase())).status).toBe(200);
  await askForReset(person.email);
  const [letter] = await mailsTo(yardpack, person, /new Yardpack password/);
  expect(letter?.text).toContain(`Your username is ${person.username}.`);
});

test('a user name that reads like the email of somebody else lets both in, each by their own password', async () => {
  const owner = await buildCustomer(yardpack);
  const squatter = signUpBody('PROFILE_TYPE_CUSTOMER', { username: owner.email, password: 'other4bones!' });
  await signUp(squatter);
  expect((await signIn(owner.email)).body.user.id).toBe(owner.userId);
  // A stranger may have written anything into an unconfirmed account with this email.
  await askForReset(squatter.email);
  const [letter] = await mailsTo(yardpack, { ...owner, email: squatter.email }, /new Yardpack password/);
  expect(letter?.text).not.toContain(squatter.username);
});

test.each([
  ['12345', false],
  ['none', false],
  ['604 555 0123', false],
  ['+44 20 7946 0958', false],
  ['479 555 0123 ext. 4', false],
  ['900 555 0123', false],
  ['479 976 0123', false],
  ['1 (800) 555-0123', false],
  ['500 234 5678', false],
  ['1-479-555-0123', true],
])('the phone number %s is taken: %s', async (phone, isTaken) => {
  const body = {
    ...signUpBody('PROFILE_TYPE_CUSTOMER'),
    phone,
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  };
  const { status, error } = await signUp(body);
  expect([status, error.fields?.[0]?.path]).toEqual(isTaken ? [200, undefined] : [400, 'body.phone']);
});
