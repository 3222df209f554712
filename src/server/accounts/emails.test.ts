import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { accountCalls } from '../testing/account-calls.ts';
import {
  buildCustomer,
  buildEmployee,
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

test('an e-mail that the office asks for is recorded as asked for, and its owner reads that the office did', async () => {
  const [person, erin] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const email = newAddress();
  const params = { profileId: person.profileId };
  const ask = async () => {
    const [profile] = await profilesOf(person);
    const body = { ...profile, email };
    return (await yardpack.call('updateProfile', { as: erin.accessToken, params, body })).status;
  };
  expect([await ask(), await ask()]).toEqual([200, 200]);
  await yardpack.drain();
  const [notice, ...more] = await mailsTo(yardpack, person, /is about to change/);
  expect([notice?.text, more]).toEqual([expect.stringContaining('Our office was asked to use another e-mail'), []]);
  expect(notice?.text).not.toContain('most likely you');
  const query = { kind: 'profile-changed' } as const;
  const { changes } = (await yardpack.call('listChanges', { as: erin.accessToken, query })).body;
  expect(changes.map(({ fields }) => fields)).toEqual([[{ name: 'askedEmail', from: person.email, to: email }]]);
});

test('another e-mail counts once its link is followed; the old one is told before and after', async () => {
  const person = await buildCustomer(yardpack);
  const email = newAddress();
  const { body } = await change(person, { email, firstName: 'Ada' });
  expect(body.profile).toMatchObject({ email: person.email, pendingEmail: email, firstName: 'Ada' });
  expect(await mailsTo(yardpack, person, /is about to change/)).toHaveLength(1);
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  expect((await signIn(email)).status).toBe(401);
  // A form that changes something else still contains the old e-mail.
  await change(person, { phone: '479 555 0144' });
  expect((await profilesOf(person))[0]).toMatchObject({ pendingEmail: email, phone: '+14795550144' });

  expect((await follow(token)).body).toEqual({ confirmed: 'email', isRepeated: false });
  expect((await follow(token)).body).toEqual({ confirmed: 'email', isRepeated: true });
  const [profile] = await profilesOf(person);
  expect([profile?.email, profile?.pendingEmail]).toEqual([email, undefined]);
  expect(await mailsTo(yardpack, person, /e-mail was changed/)).toHaveLength(1);
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(person.email)).status).toBe(401);
});

test('all profiles of a person have the one e-mail of the account', async () => {
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
  // An older form does not change the e-mail back.
  expect((await change(person, { email: person.email, version: 1 })).error.errorCode).toBe('CONFLICT');
});

test("another account's e-mail is refused, also when it was taken meanwhile", async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const { status, error } = await change(person, { email: other.email.toUpperCase() });
  expect([status, error.fields]).toEqual([
    409,
    [{ path: 'body.email', message: 'There is an account with this e-mail already.' }],
  ]);
  const email = newAddress();
  await change(person, { email });
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { email }));
  expect((await follow(token)).error.errorCode).toBe('ALREADY_EXISTS');
  expect((await profilesOf(person))[0]?.email).toBe(person.email);
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

test('a link for another e-mail ends after a day, and an account asks for five in an hour', async () => {
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

test('whoever forgot the user name signs in by e-mail, and reads it in the mail for a new password', async () => {
  const person = await buildCustomer(yardpack);
  expect((await signIn(person.email.toUpperCase())).status).toBe(200);
  await askForReset(person.email);
  const [letter] = await mailsTo(yardpack, person, /new Yardpack password/);
  expect(letter?.text).toContain(`Your username is ${person.username}.`);
});

test('a user name that reads like the e-mail of somebody else lets both in, each by their own password', async () => {
  const owner = await buildCustomer(yardpack);
  const squatter = signUpBody('PROFILE_TYPE_CUSTOMER', { username: owner.email, password: 'other4bones!' });
  await signUp(squatter);
  expect((await signIn(owner.email)).body.user.id).toBe(owner.userId);
  // A stranger may have written anything into an unconfirmed account with this e-mail.
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
