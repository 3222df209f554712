import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SignUp } from '#contract/accounts.ts';
import { consentPurposes, wordingsNow } from '#domain/consents.ts';
import { listAddresses } from '../addresses/service.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { giveConsents } from '../messages/consents.ts';
import { signIn } from '../sessions/sign-in.ts';
import { openConfirmedAccount } from '../sign-ups/service.ts';
import type { World } from '../world.ts';
import { makeOrCopy } from './copies.ts';
import type { FactoryWorld, TestWorld } from './world.ts';

export const testPassword = 'bones4all!';

/** A person who signed up, confirmed and is signed in. */
export type Person = {
  userId: string;
  profileId: string;
  addressId: string;
  accessToken: string;
  cookie: string;
  username: string;
  email: string;
  phone: string;
};

type Details = Partial<{
  firstName: string;
  lastName: string;
  notificationPreference: string;
  username: string;
  email: string;
  phone: string;
  streetAddress2: string;
  joinCode: string;
}>;

/** @returns a sign-up body that passes every rule */
export function signUpBody(profileType: string, details: Record<string, unknown> = {}) {
  const username = `person-${randomUUID().slice(0, 12)}`;
  return {
    username,
    password: testPassword,
    profileType,
    firstName: 'Pat',
    lastName: 'Lee',
    phone: '(479) 555-0123',
    email: `${username}@example.com`,
    agreedToTerms: true,
    streetAddress1: '100 Main St',
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT',
    ...details,
  };
}

export const buildCustomer = (test: FactoryWorld, details: Details = {}) =>
  buildPerson(test, 'PROFILE_TYPE_CUSTOMER', details);

/** A worker of age whom staff have approved, and who is not onboarded yet. */
export const buildWorker = (test: FactoryWorld, details: Details = {}): Promise<Person> =>
  buildOften(test, 'worker', details, async (one) => {
    const worker = await buildNewWorker(one, details);
    await approveWorker(one, worker);
    return worker;
  });

/** A worker of age who has just signed up. */
export const buildNewWorker = (test: FactoryWorld, details: Details = {}) =>
  buildPerson(test, 'PROFILE_TYPE_WORKER', { birthdate: { year: 1990, month: 2, day: 28 }, ...details });

export async function approveWorker({ world }: FactoryWorld, { profileId }: Pick<Person, 'profileId'>): Promise<void> {
  await world.database.update(profiles).set({ approval: 'approved' }).where(eq(profiles.id, profileId));
}

export const buildEmployee = (test: FactoryWorld, details: Details = {}): Promise<Person> =>
  buildOften(test, 'employee', details, async (one) => {
    const joinCode = await issueJoinCode(one.world, null);
    return await signUp(one, signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode, ...details }));
  });

const buildPerson = (test: FactoryWorld, profileType: string, details: Record<string, unknown>) =>
  buildOften(test, profileType, details, (one) => signUp(one, signUpBody(profileType, details)));

/** Builds a kind of person; who has no name of their own is a copy of who was built before. */
export async function buildOften(
  test: FactoryWorld,
  kind: string,
  details: Record<string, unknown>,
  build: (test: FactoryWorld) => Promise<Person>,
): Promise<Person> {
  if ('username' in details || 'email' in details || 'joinCode' in details) return await build(test);
  return await makeOrCopy(test, `${kind} ${JSON.stringify(details)}`, build);
}

/** Through the services: tests of the calls and of the mailed link make theirs over HTTP. */
async function signUp({ world }: FactoryWorld, body: ReturnType<typeof signUpBody>): Promise<Person> {
  await openConfirmedAccount(world, SignUp.parse(body));
  const started = await signIn(world, body.username, body.password);
  if (!('session' in started)) throw new Error('Nobody was signed in');
  const { session, refreshToken } = started;
  const [profile] = session.profiles;
  if (!profile) throw new Error('Nobody was signed up');
  const [address] = await listAddresses(world, profile.id);
  return {
    userId: session.user.id,
    profileId: profile.id,
    addressId: address?.id ?? '',
    accessToken: session.accessToken,
    cookie: `refresh=${refreshToken}`,
    username: body.username,
    email: body.email,
    phone: profile.phone,
  };
}

/** Saves settings as an owner who has just read them, unless `body` has a version. */
export async function saveSettings(test: TestWorld, { accessToken: as }: Person, body: object) {
  const { version } = (await test.call('getSettings', { as })).body;
  return await test.call('saveSettings', { as, body: { version, ...body } });
}

/** @returns an address that nobody else calls from, since calls are limited by address */
export const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** @returns the token of the newest link of this kind that was mailed to an address */
export async function mailedToken(
  test: TestWorld,
  email: string,
  page: 'confirm-sign-up' | 'set-new-password' | 'confirm-inquiry' | 'stop-email-change',
): Promise<string> {
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`);
  for (const message of await test.messages({ to: email })) {
    const token = pattern.exec(message.text)?.[1];
    if (token) return token;
  }
  throw new Error(`No ${page} link was mailed to ${email}`);
}

/** Asks for a link to set a new password. @returns its token */
export async function mailedResetToken(test: TestWorld, { username, email }: Person): Promise<string> {
  await test.call('resetPassword', { body: { username }, address: someAddress() });
  await test.drain();
  return await mailedToken(test, email, 'set-new-password');
}

/** @returns the mails that a person got, or those of them whose subject matches, newest first */
export async function mailsTo(test: TestWorld, { email }: Person, subject = /^/) {
  return (await test.messages({ to: email, channel: 'email' })).filter((message) => subject.test(message.subject));
}

/** A mail that could not be delivered. @returns its id */
/** A job that has failed, whatever it was about. */
export async function buildFailedJob({ database, jobs }: World): Promise<string> {
  const paymentId = randomUUID();
  await database.transaction((transaction) => jobs.enqueue(transaction, 'collect-payment', { paymentId }));
  const { rows } = await database.$client.query<{ id: string }>(
    `update jobs.job set state = 'failed', completed_on = now(), output = '{"message": "Stripe was away"}'
     where data->>'paymentId' = $1 returning id`,
    [paymentId],
  );
  if (!rows[0]) throw new Error('No job was made');
  return rows[0].id;
}

export async function buildDeadMessage(
  { database, clock }: World,
  more: Partial<typeof messages.$inferInsert> = {},
): Promise<string> {
  const now = clock.now();
  const message = {
    dedupeKey: `dead:${randomUUID()}`,
    channel: 'email',
    basis: 'asked',
    recipient: 'nobody@example.com',
    subject: 'Your yard is done',
    text: 'Enjoy!',
    createdAt: now,
    giveUpAt: now.add({ hours: 72 }),
    attempts: 1,
    outcome: 'dead',
    endedAt: now,
    reason: '550 5.1.1 No such user',
    ...more,
  } as const;
  const [row] = await database.insert(messages).values(message).returning({ id: messages.id });
  if (!row) throw new Error('No message was made');
  return row.id;
}

/** Somebody who is no profile agrees to everything. */
export async function agreeToAll(world: World, { email, phone }: { email: string; phone: string }): Promise<void> {
  const about = { purposes: consentPurposes, source: 'sign-up' } as const;
  await world.database.transaction(async (transaction) => {
    const mails = { ...about, channel: 'email', address: email, wording: wordingsNow.account } as const;
    await giveConsents(world, transaction, mails);
    await giveConsents(world, transaction, { ...about, channel: 'text', address: phone, wording: wordingsNow.texts });
  });
}
