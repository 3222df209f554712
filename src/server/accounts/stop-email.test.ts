import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { profiles } from '../database/schema/profiles.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildCustomer, buildEmployee, mailedToken, type Person, signUpBody } from '../testing/factories.ts';
import { newReach, textAccounts } from '../testing/text-accounts.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let erin: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());
async function signErinIn(): Promise<void> {
  erin = { ...erin, accessToken: (await signIn(erin.email)).body.accessToken };
}
beforeEach(signErinIn);

const { confirm, signIn, signUp } = accountCalls(() => yardpack);
const { servedByText } = textAccounts(
  () => yardpack,
  () => erin,
);

const byEmailOnly = { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' };
type Changes = Partial<{ email: string; phone: string; notificationPreference: string; textsAgreed: boolean }>;
async function saveProfile({ userId }: { userId: string }, changes: Changes, as = erin.accessToken) {
  const [row] = await yardpack.world.database.select().from(profiles).where(eq(profiles.userId, userId));
  const params = { profileId: row?.id ?? '' };
  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  const answer = await yardpack.call('updateProfile', { as, params, body: { ...profile, ...changes } });
  await yardpack.drain();
  return answer;
}
const setFaults = (...faults: object[]) =>
  yardpack.app.inject({ method: 'POST', url: '/sandbox/faults.json', payload: { faults } });
const stopLinks = async (to: string) =>
  (await yardpack.messages({ to })).filter(({ text }) => text.includes('/stop-email-change?token=')).length;
const press = async (email: string) => {
  const { status, error } = await confirm(await mailedToken(yardpack, email, 'confirm-sign-up'), {});
  return error?.errorCode ?? status;
};

test.each([
  ['mail', 'PT26H'],
  ['text', 'PT10H'],
  ['text', 'PT26H'],
])(
  'a phone whose warning by %s can’t go out for %s is warned afterwards, and has its day to stop the change',
  async (service, down) => {
    const [held, { email }] = [await servedByText(), newReach()];
    await setFaults({ service, kind: 'fail' });
    expect((await saveProfile(held, { email })).status).toBe(200);
    await yardpack.advance(down);
    await setFaults();
    const to = service === 'mail' ? held.email : held.phone;
    expect(await stopLinks(to)).toBe(0);
    await yardpack.advance('PT6H');
    expect(await stopLinks(to)).toBe(1);
    await yardpack.advance('PT12H');
    // Its link has been mailed for hours.
    expect(await press(email)).toBe('NOT_ALLOWED_NOW');
    const token = await mailedToken(yardpack, to, 'stop-email-change');
    expect((await yardpack.call('stopEmailChange', { body: { token } })).status).toBe(200);
    expect(await press(email)).toBe('LINK_EXPIRED');
  },
);

test.each([
  ['PT3H', 'PT24H', 200],
  ['PT30H', 'PT17H', 'NOT_ALLOWED_NOW'],
  ['PT30H', 'PT24H', 200],
  ['P5D', 'PT24H', 200],
])('a warning that waited for %s has its day before the change is made: %s later', async (down, later, expected) => {
  const [held, { email }] = [await servedByText(), newReach()];
  await setFaults({ service: 'text', kind: 'fail' });
  expect((await saveProfile(held, { email })).status).toBe(200);
  await yardpack.advance(down);
  await setFaults();
  await yardpack.advance('PT6H');
  expect(await stopLinks(held.phone)).toBe(1);
  await yardpack.advance(later);
  expect(await press(email)).toBe(expected);
});

const profileOf = async ({ userId }: { userId: string }) => {
  const [row] = await yardpack.world.database.select().from(profiles).where(eq(profiles.userId, userId));
  return row?.id ?? '';
};
/** How often the office, and the customer by each way, have read that a change ended. */
async function endsTold(held: { userId: string; phone: string; email: string }) {
  const profileId = await profileOf(held);
  const office = (await yardpack.messages({ to: yardpack.world.settings.now().contactEmail })).filter(
    ({ subject, text }) => subject === 'A change of email address ended' && text.includes(`/profiles/${profileId}`),
  ).length;
  const customer = async (to: string) =>
    (await yardpack.messages({ to })).filter(({ text }) => /nothing changes/i.test(text)).length;
  return [office, await customer(held.phone), await customer(held.email)];
}

test('office and customer read that a change ended whose warnings could not go out for a week', async () => {
  const [held, { email }] = [await servedByText(), newReach()];
  await setFaults({ service: 'text', kind: 'fail' });
  expect((await saveProfile(held, { email })).status).toBe(200);
  await yardpack.advance('P6D');
  expect(await press(email)).toBe('NOT_ALLOWED_NOW');
  expect(await endsTold(held)).toEqual([0, 0, 0]);
  await yardpack.advance('P1DT1M');
  expect(await press(email)).toBe('LINK_EXPIRED');
  expect(await endsTold(held)).toEqual([1, 0, 1]);
  // The phone reads it as soon as texts go out again.
  await setFaults();
  await yardpack.advance('PT7H');
  expect(await endsTold(held)).toEqual([1, 1, 1]);
});

test.each<[string, (held: { phone: string }, email: string) => Promise<unknown>]>([
  ['confirmed', async (_, email) => expect(await press(email)).toBe(200)],
  [
    'stopped',
    async ({ phone }) => {
      const token = await mailedToken(yardpack, phone, 'stop-email-change');
      expect((await yardpack.call('stopEmailChange', { body: { token } })).status).toBe(200);
    },
  ],
])('nobody reads that a change ended that was %s', async (_, end) => {
  const [held, { email }] = [await servedByText(), newReach()];
  expect((await saveProfile(held, { email })).status).toBe(200);
  await yardpack.advance('PT25H');
  await end(held, email);
  await yardpack.advance('P7D');
  expect(await endsTold(held)).toEqual([0, 0, 0]);
});

test('the office stops its own change whose link bounced, and enters the same address anew', async () => {
  const [held, { email }] = [await servedByText(), newReach()];
  const links = async () =>
    (await yardpack.messages({ to: email })).filter(({ text }) => text.includes('/confirm-sign-up?token=')).length;
  const stopped: object = { stopsEmailChange: true };
  expect((await saveProfile(held, { email })).status).toBe(200);
  await yardpack.advance('PT25H');
  await signErinIn();
  expect(await links()).toBe(1);
  // Entered again while it waits, it sends nothing.
  expect((await saveProfile(held, { email })).status).toBe(200);
  const { body } = await saveProfile(held, stopped);
  expect([body.profile.email, body.profile.pendingEmail]).toEqual([held.email, undefined]);
  const { changes } = (
    await yardpack.call('listChanges', { as: erin.accessToken, query: { kind: 'email-change-stopped' } })
  ).body;
  expect(changes[0]?.by?.id).toBe(erin.userId);
  expect((await saveProfile(held, { email })).status).toBe(200);
  await yardpack.advance('PT25H');
  expect(await links()).toBe(2);
  expect(await press(email)).toBe(200);
});

test('a change that is stopped and asked for anew from two tabs at once warns once', async () => {
  const casey = await buildCustomer(yardpack, { email: newReach().email });
  const [first, { email }] = [newReach().email, newReach()];
  expect((await saveProfile(casey, { email: first }, casey.accessToken)).status).toBe(200);
  await yardpack.advance('PT1M');
  const before = (await yardpack.messages({ to: casey.email })).length;
  const anew: object = { email, stopsEmailChange: true, version: undefined };
  const answers = await Promise.all([1, 2].map(() => saveProfile(casey, anew, casey.accessToken)));
  expect(answers.map(({ status, body }) => [status, body.profile.pendingEmail])).toEqual(Array(2).fill([200, email]));
  expect((await yardpack.messages({ to: casey.email })).length - before).toBe(1);
  expect((await yardpack.messages({ to: email })).length).toBe(1);
});

test('the office does not stop a change that the holder of the account asked for', async () => {
  const [held, { email }] = [await servedByText(), newReach()];
  expect((await saveProfile(held, { email }, held.accessToken)).status).toBe(200);
  const stopped: object = { stopsEmailChange: true };
  const { status, error } = await saveProfile(held, stopped);
  expect([status, error.message]).toEqual([409, expect.stringContaining('only they can stop it')]);
  expect(await press(email)).not.toBe('LINK_EXPIRED');
});

test('of a change that the office replaced by another one only the newer is said to have ended', async () => {
  const held = await servedByText();
  for (const { email } of [newReach(), newReach()]) {
    expect((await saveProfile(held, { email })).status).toBe(200);
    await yardpack.advance('PT5M');
  }
  await yardpack.advance('P7D');
  expect(await endsTold(held)).toEqual([1, 1, 1]);
});

test('a warning that was lost on its way twice keeps the change back', async () => {
  const [held, { email }] = [await servedByText(), newReach()];
  await setFaults({ service: 'text', kind: 'fail-after-sending' });
  expect((await saveProfile(held, { email })).status).toBe(200);
  await yardpack.advance('PT2H');
  await setFaults();
  await yardpack.advance('PT23H');
  expect(await press(email)).toBe('NOT_ALLOWED_NOW');
});

test('the office enters no other email for an account of a phone while this server sends no texts', async () => {
  const [held, { email }] = [await servedByText(), newReach()];
  const { sendText } = yardpack.world;
  Object.assign(yardpack.world, { sendText: undefined });
  const { status, error } = await saveProfile(held, { email });
  Object.assign(yardpack.world, { sendText });
  expect([status, error.fields?.[0]?.message]).toEqual([400, expect.stringContaining('We send no texts right now')]);
  expect((await saveProfile(held, { email })).status).toBe(200);
});

test('a confirmed account whose mailbox takes no more mail gets another email after a day', async () => {
  const [person, { email }] = [await buildCustomer(yardpack), newReach()];
  await yardpack.call('setEmailWorks', {
    as: erin.accessToken,
    params: { profileId: person.profileId },
    body: { email: person.email, works: false },
  });
  expect((await saveProfile(person, { email })).status).toBe(200);
  await yardpack.advance('PT24H1M');
  expect(await press(email)).toBe(200);
});

test.each([
  ['a number that the customer has entered, and that never agreed to texts', byEmailOnly],
  ['a number that gets texts', {}],
])('whose phone number the office replaces is told by email: %s', async (_, choice) => {
  const [person, { phone }] = [await buildCustomer(yardpack), newReach()];
  expect((await saveProfile(person, { phone, ...choice }, person.accessToken)).status).toBe(200);
  const told = async (to: string) =>
    (await yardpack.messages({ to })).filter(({ text }) => text.includes('changed the phone number of your')).length;
  expect(await told(person.email)).toBe(0);
  const other = newReach();
  expect((await saveProfile(person, { phone: other.phone, textsAgreed: true })).status).toBe(200);
  expect([await told(person.email), await told(phone), await told(other.phone)]).toEqual([1, 0, 0]);
});

test('a number of a customer’s own that never agreed to texts is not texted when the office changes number and email; the email and the phone that opened it are told of both', async () => {
  const [held, { phone, email }] = [await servedByText(), newReach()];
  await saveProfile(held, byEmailOnly);
  await saveProfile(held, { phone }, held.accessToken);
  await saveProfile(held, { phone: newReach().phone });
  expect((await saveProfile(held, { email })).status).toBe(200);
  expect(await yardpack.messages({ to: phone })).toEqual([]);
  for (const to of [held.email, held.phone]) {
    const told = (await yardpack.messages({ to })).map(({ text }) => text);
    for (const said of ['changed the phone number of your', 'asked to use another email address'])
      expect(
        told.filter((text) => text.includes(said)),
        `${to} ${said}`,
      ).toHaveLength(1);
  }
  expect([await stopLinks(held.email), await stopLinks(held.phone)]).toEqual([1, 1]);
});

test.each([
  ['is not pressed', false],
  ['is pressed', true],
])(
  'the office reads that a change ended which it asked for an account that nobody has confirmed, when its link %s',
  async (_, isPressed) => {
    const { email, phone } = newReach();
    const { body } = await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { email, phone }));
    const account = { userId: body.userId, email, phone };
    const other = newReach().email;
    expect((await saveProfile(account, { email: other })).status).toBe(200);
    if (isPressed) expect(await press(other)).toBe(200);
    await yardpack.advance('PT23H');
    expect(await endsTold(account)).toEqual([0, 0, 0]);
    await yardpack.advance('PT1H1M');
    expect(await endsTold(account)).toEqual([isPressed ? 0 : 1, 0, 0]);
    const told = (await yardpack.messages({ to: yardpack.world.settings.now().contactEmail }))[0]?.text;
    if (!isPressed) expect(told).toContain('was not confirmed within 24 hours');
  },
);
