import { SignUp } from '#contract/accounts.ts';
import { ProfileUpdate } from '#contract/profiles.ts';
import { businessDay } from '#domain/calendar.ts';
import { settingNoticeSeconds } from '#domain/settings.ts';
import { differing, record } from '../changes/record.ts';
import { createAccountSession, getConnectedAccount, refreshConnectedAccount } from '../connected-accounts/service.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { createPaymentMethodSetupIntent } from '../payment-methods/service.ts';
import { listProfiles, updateProfile } from '../profiles/service.ts';
import { insertSettings } from '../settings/store.ts';
import { openConfirmedAccount } from '../sign-ups/service.ts';
import { decideApproval, getWorker } from '../workers/service.ts';
import type { World } from '../world.ts';
import type { DemoTools } from './tools.ts';

export const demoPassword = 'bones4all!';

type DemoPerson = {
  username: string;
  firstName: string;
  lastName: string;
  street: string;
  city: string;
  zipCode: string;
  /** The end of the phone number, from 100 to 199: such numbers are nobody's. */
  phone?: number;
};

const preferences = ['EMAIL_TEXT', 'TEXT', 'EMAIL', 'EMAIL', 'TEXT', 'TEXT', 'EMAIL', 'TEXT', 'EMAIL', 'TEXT'] as const;

/**
 * Opens somebody's account and goes through the slides of a new profile, so that a sign-in lands on the dashboard.
 * @throws ApiError ALREADY_EXISTS when the user name is taken
 */
export async function openAccount(
  world: World,
  type: 'CUSTOMER' | 'WORKER' | 'EMPLOYEE',
  { username, street, phone = 100, ...person }: DemoPerson,
): Promise<Caller> {
  const form = SignUp.parse({
    ...person,
    username,
    password: demoPassword,
    profileType: `PROFILE_TYPE_${type}`,
    email: `${username}@demo.example`,
    phone: `4795550${phone}`,
    notificationPreference: `NOTIFICATION_PREFERENCE_${preferences[phone % preferences.length]}`,
    agreedToTerms: true,
    ...(type === 'WORKER' ? { birthdate: { year: 1994, month: 5, day: 17 } } : {}),
    ...(type === 'EMPLOYEE' ? { joinCode: await issueJoinCode(world, null) } : {}),
    streetAddress1: street,
    state: 'AR',
    country: 'US',
  });
  const { userId } = await openConfirmedAccount(world, form);
  const caller = await callerOf(world, userId);
  await passOnboarding(world, caller);
  if (type === 'EMPLOYEE') await askForNoSecondFactor(world, userId);
  return caller;
}

/** A visitor who tries the demo signs in with a user name and a password. The setting counts at once, since nobody is there yet. */
export async function askForNoSecondFactor(world: World, userId: string): Promise<void> {
  const now = world.clock.now();
  const values = { staffNeedSecondFactor: false };
  await world.database.transaction(async (transaction) => {
    // As if it had been saved a minute ago.
    const savedAt = now.subtract({ seconds: settingNoticeSeconds });
    const change = { from: now, values, savedAt, savedBy: userId };
    const subjectId = await insertSettings(transaction, change);
    const fields = differing({ staffNeedSecondFactor: true }, values);
    await record(world, transaction, { kind: 'settings-changed', by: userId, subjectId, fields });
  });
  await world.settings.reload();
}

/** @returns somebody as a caller, without a session: nobody calls */
async function callerOf(world: World, userId: string): Promise<Caller> {
  const profiles = await listProfiles(world, world.database, userId);
  const known = profiles.map(({ id, type, staffRole = null }) => ({ id, type, staffRole }));
  return { userId, sessionId: '', profiles: known };
}

/** @returns the user name of somebody with this name */
export const usernameOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** @returns the only profile of somebody in the demo */
export function profileOf(caller: Caller): string {
  const [id] = profileIds(caller);
  if (id === undefined) throw new Error('Somebody in the demo has no profile');
  return id;
}

async function passOnboarding(world: World, caller: Caller): Promise<void> {
  for (const profile of await listProfiles(world, world.database, caller.userId)) {
    if (profile.onboardingComplete) continue;
    await updateProfile(world, caller, profile.id, ProfileUpdate.parse({ ...profile, onboardingComplete: true }));
  }
}

export async function approve(world: World, employee: Caller, worker: Caller): Promise<void> {
  for (const workerProfileId of profileIds(worker, 'PROFILE_TYPE_WORKER')) {
    const { approval, version } = await getWorker(world, workerProfileId);
    if (approval === 'waiting')
      await decideApproval(world, employee, workerProfileId, { approval: 'approved', version });
  }
}

/** @returns the worker's account at Stripe, which may now be paid */
export async function onboard(
  world: World,
  tools: Pick<DemoTools, 'completeOnboarding'>,
  worker: Caller,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<string> {
  await createAccountSession(world, worker);
  const { id } = await getConnectedAccount(world, worker.userId);
  if (!id) throw new Error('The demo worker has no connected account');
  await tools.completeOnboarding(id, { firstName, lastName });
  await refreshConnectedAccount(world, id);
  return id;
}

const visa = '4242424242424242';

/**
 * @param number one of https://docs.stripe.com/testing#cards
 * @param last a day of the month at whose end the card expires; years from now unless given
 * @returns the payment method's id
 */
export async function saveCard(
  world: World,
  tools: Pick<DemoTools, 'saveCard'>,
  { userId }: Caller,
  number = visa,
  last?: Temporal.PlainDate,
): Promise<string> {
  const { year } = businessDay(world.clock.now());
  const until = last ? { expiresIn: last.year - year, month: last.month } : { expiresIn: 4 };
  return await tools.saveCard(await createPaymentMethodSetupIntent(world, userId), { number, ...until });
}
