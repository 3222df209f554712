import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { SignUp } from '#contract/accounts.ts';
import type { Product, ProductForm } from '#contract/products.ts';
import { ProfileUpdate } from '#contract/profiles.ts';
import { businessDay, calendarDay, weekDaysInOrder } from '#domain/calendar.ts';
import { hasNoAccounts } from './accounts/service.ts';
import { listAddresses } from './addresses/service.ts';
import {
  createAccountSession,
  getConnectedAccount,
  isOnboarded,
  refreshConnectedAccount,
} from './connected-accounts/service.ts';
import { createEngagement } from './engagements/request.ts';
import { listCustomerEngagements } from './engagements/views.ts';
import { type Caller, profileIds } from './http/access.ts';
import { ApiError } from './http/errors.ts';
import { issueJoinCode } from './join-codes/service.ts';
import { createPaymentMethodSetupIntent } from './payment-methods/service.ts';
import { createProduct, listProducts } from './products/service.ts';
import { listProfiles, updateProfile } from './profiles/service.ts';
import { createScheduleTemplateDays } from './schedule-template-days/service.ts';
import { authenticate, signIn } from './sessions/service.ts';
import { openConfirmedAccount } from './sign-ups/service.ts';
import { decideApproval, getWorker } from './workers/service.ts';
import type { World } from './world.ts';

/** How to sign in as one of the demo's people. */
export type DemoSignIn = { who: string; username: string; password: string };

const password = 'bones4all!';
const signIns: DemoSignIn[] = [
  { who: 'Customer', username: 'casey', password },
  { who: 'Worker', username: 'wren', password },
  { who: 'Worker', username: 'walt', password },
  { who: 'Employee', username: 'erin', password },
];

/** Finishes a worker's onboarding at the stand-in, as the worker would in the browser. */
type CompleteOnboarding = (accountId: string, person: { firstName: string; lastName: string }) => Promise<void>;

/**
 * Fills an empty business with people, products and a week of engagements, through the services that the screens use.
 * It leaves what exists as it is, so that the next start completes one that was cut short. It leaves somebody's own
 * business alone.
 */
export async function seedDemo(world: World, completeOnboarding: CompleteOnboarding): Promise<void> {
  const isDemo = (await hasNoAccounts(world)) || (await signInDemo(world, 'erin'));
  if (!isDemo) return;
  const employee = await findOrAddPerson(world, 'erin', 'EMPLOYEE', 'Erin', 'Moss', '220 NW A St');
  const customer = await findOrAddPerson(world, 'casey', 'CUSTOMER', 'Casey', 'Rivera', '108 SW 8th St');
  const worker = await findOrAddPerson(world, 'wren', 'WORKER', 'Wren', 'Okafor', '3201 SE Moberly Ln');
  const other = await findOrAddPerson(world, 'walt', 'WORKER', 'Walt', 'Jimenez', '15 Tiger Blvd');
  // Somebody has changed a password: now the demo is theirs.
  if (!employee || !customer || !worker || !other) return;
  for (const caller of [employee, customer, worker, other]) await passOnboarding(world, caller);
  for (const caller of [worker, other]) await approve(world, employee, caller);
  await onboard(world, worker, completeOnboarding, { firstName: 'Wren', lastName: 'Okafor' });
  await onboard(world, other, completeOnboarding, { firstName: 'Walt', lastName: 'Jimenez' });
  await addEngagementsOfAWeek(world, customer, worker);
}

/** @returns the demo's sign-ins; none when the business is somebody's own */
export async function demoSignIns(world: World): Promise<DemoSignIn[]> {
  return (await signInDemo(world, 'erin')) ? signIns : [];
}

/** @returns one of the demo's people signed in; undefined when the name does not exist or its password has changed */
async function signInDemo(world: World, username: string): Promise<Caller | undefined> {
  const signedIn = await signIn(world, username, password).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  return signedIn && (await authenticate(world, signedIn.session.accessToken));
}

async function findOrAddPerson(
  world: World,
  username: string,
  type: 'CUSTOMER' | 'WORKER' | 'EMPLOYEE',
  firstName: string,
  lastName: string,
  streetAddress1: string,
): Promise<Caller | undefined> {
  const existing = await signInDemo(world, username);
  if (existing) return existing;
  const form = SignUp.parse({
    username,
    password,
    profileType: `PROFILE_TYPE_${type}`,
    firstName,
    lastName,
    email: `${username}@demo.example`,
    phone: '4795550100',
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT',
    agreedToTerms: true,
    ...(type === 'WORKER' ? { birthdate: { year: 1994, month: 5, day: 17 } } : {}),
    ...(type === 'EMPLOYEE' ? { joinCode: await issueJoinCode(world, null) } : {}),
    streetAddress1,
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
  });
  const isTaken = await openConfirmedAccount(world, form).then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.errorCode === 'ALREADY_EXISTS') return true;
      throw error;
    },
  );
  return isTaken ? undefined : await signInDemo(world, username);
}

/** Marks the slides of a new profile as seen, so that a demo sign-in lands on the dashboard. */
async function passOnboarding(world: World, caller: Caller): Promise<void> {
  for (const profile of await listProfiles(world, world.database, caller.userId)) {
    if (profile.onboardingComplete) continue;
    await updateProfile(world, caller, profile.id, ProfileUpdate.parse({ ...profile, onboardingComplete: true }));
  }
}

async function approve(world: World, employee: Caller, worker: Caller): Promise<void> {
  for (const workerProfileId of profileIds(worker, 'PROFILE_TYPE_WORKER')) {
    const { approval, version } = await getWorker(world, workerProfileId);
    if (approval === 'waiting')
      await decideApproval(world, employee, workerProfileId, { approval: 'approved', version });
  }
}

async function onboard(
  world: World,
  worker: Caller,
  completeOnboarding: CompleteOnboarding,
  name: { firstName: string; lastName: string },
): Promise<void> {
  if (await isOnboarded(world, worker.userId)) return;
  await createAccountSession(world, worker);
  const { id } = await getConnectedAccount(world, worker.userId);
  if (!id) throw new Error('The demo worker has no connected account');
  await completeOnboarding(id, name);
  await refreshConnectedAccount(world, id);
}

async function addEngagementsOfAWeek(world: World, customer: Caller, worker: Caller): Promise<void> {
  const [customerProfileId] = profileIds(customer, 'PROFILE_TYPE_CUSTOMER');
  if (!customerProfileId) throw new Error('The demo customer has no profile');
  const { engagements: existing } = await listCustomerEngagements(world, customer, customerProfileId);
  if (existing.length > 1) return;
  const weekly = await findOrAddProduct(world, customer, {
    name: 'Yard Cleanup',
    description: 'We clear the yard and spray a pet-safe deodorizer.',
    billingCycle: 'BILLING_CYCLE_IMMEDIATE',
    baseCostRetentionPeriod: 7 * 24 * 60,
    baseCostMultiplier: 1,
  });
  const deep = await findOrAddProduct(world, customer, {
    name: 'Deep Cleanup',
    description: 'For yards that have waited a while: twice the time, every corner.',
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    baseCostRetentionPeriod: 24 * 60,
    baseCostMultiplier: 2,
  });
  const [address] = await listAddresses(world, customerProfileId);
  if (!address) throw new Error('The demo customer has no address');
  const stripePaymentMethodId = existing[0]?.stripePaymentMethodId ?? (await saveTestCard(world, customer.userId));
  const today = businessDay(world.clock.now());
  const ask = ({ id: productId }: Product, frequency: number) =>
    createEngagement(world, customer, customerProfileId, {
      productId,
      serviceAddressId: address.id,
      billingAddressId: address.id,
      stripePaymentMethodId,
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency, interval: 1, startDay: calendarDay(today) },
    });

  // The weekly engagement has a visit today, whatever day the demo starts on. The deep one waits for a worker.
  const everyDay = existing[0] ?? (await ask(weekly, weekDaysInOrder.length));
  if (!everyDay.worker) {
    const scheduleTemplateId = everyDay.scheduleTemplate.id;
    const days = weekDaysInOrder.map((dayOfWeek) => ({ id: randomUUID(), scheduleTemplateId, dayOfWeek, sequence: 0 }));
    await createScheduleTemplateDays(world, worker, days);
  }
  await ask(deep, 1);
}

async function findOrAddProduct(world: World, caller: Caller, form: z.output<typeof ProductForm>): Promise<Product> {
  const existing = (await listProducts(world, caller)).products.find(({ name }) => name === form.name);
  return existing ?? (await createProduct(world, form));
}

/** Saves the test card 4242 4242 4242 4242: https://docs.stripe.com/testing#cards */
async function saveTestCard(world: World, userId: string): Promise<string> {
  const clientSecret = await createPaymentMethodSetupIntent(world, userId);
  const [setupIntentId] = clientSecret.split('_secret_');
  if (!setupIntentId) throw new Error('No setup intent');
  const intent = await world.stripe.setupIntents.confirm(setupIntentId, { payment_method: 'pm_card_visa' });
  if (typeof intent.payment_method !== 'string') throw new Error('The demo card was not saved');
  return intent.payment_method;
}
