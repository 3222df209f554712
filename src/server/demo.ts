import { randomUUID } from 'node:crypto';
import { SignUp } from '#contract/accounts.ts';
import { businessDay, calendarDay, weekDaysInOrder } from '#domain/calendar.ts';
import { hasNoAccounts, openConfirmedAccount } from './accounts/service.ts';
import { listAddresses } from './addresses/service.ts';
import { createAccountSession, getConnectedAccount, refreshConnectedAccount } from './connected-accounts/service.ts';
import { createEngagement } from './engagements/service.ts';
import { type Caller, profileIds } from './http/access.ts';
import { issueJoinCode } from './join-codes/service.ts';
import { createPaymentMethodSetupIntent } from './payment-methods/service.ts';
import { createProduct } from './products/service.ts';
import { createScheduleTemplateDays } from './schedule-template-days/service.ts';
import { authenticate, signIn } from './sessions/service.ts';
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
 * Fills an empty business with people, products and a week of engagements, through the same services that the
 * screens use. Does nothing when anybody has signed up before.
 * @returns how to sign in as the demo's people; also when they were there already
 */
export async function seedDemo(world: World, completeOnboarding: CompleteOnboarding): Promise<DemoSignIn[]> {
  if (!(await hasNoAccounts(world))) return (await demoPeopleThere(world)) ? signIns : [];
  await person(world, 'erin', 'EMPLOYEE', 'Erin', 'Moss', '220 NW A St');
  const customer = await person(world, 'casey', 'CUSTOMER', 'Casey', 'Rivera', '108 SW 8th St');
  const worker = await person(world, 'wren', 'WORKER', 'Wren', 'Okafor', '3201 SE Moberly Ln');
  const other = await person(world, 'walt', 'WORKER', 'Walt', 'Jimenez', '15 Tiger Blvd');
  await onboard(world, worker, completeOnboarding, { firstName: 'Wren', lastName: 'Okafor' });
  await onboard(world, other, completeOnboarding, { firstName: 'Walt', lastName: 'Jimenez' });
  await engagementsOfAWeek(world, customer, worker);
  return signIns;
}

async function demoPeopleThere(world: World): Promise<boolean> {
  const people = await Promise.all(
    signIns.map(({ username }) => signIn(world, username, password).catch(() => undefined)),
  );
  return people.every((found) => found !== undefined);
}

async function person(
  world: World,
  username: string,
  type: 'CUSTOMER' | 'WORKER' | 'EMPLOYEE',
  firstName: string,
  lastName: string,
  streetAddress1: string,
): Promise<Caller> {
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
  await openConfirmedAccount(world, form);
  const { session } = await signIn(world, username, password);
  const caller = await authenticate(world, session.accessToken);
  if (!caller) throw new Error(`${username} could not sign in`);
  return caller;
}

async function onboard(
  world: World,
  worker: Caller,
  completeOnboarding: CompleteOnboarding,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await createAccountSession(world, worker);
  const { id } = await getConnectedAccount(world, worker.userId);
  if (!id) throw new Error('The demo worker has no connected account');
  await completeOnboarding(id, name);
  await refreshConnectedAccount(world, id);
}

async function engagementsOfAWeek(world: World, customer: Caller, worker: Caller): Promise<void> {
  const weekly = await createProduct(world, {
    name: 'Yard Cleanup',
    description: 'We clear the yard and spray a pet-safe deodorizer.',
    billingCycle: 'BILLING_CYCLE_IMMEDIATE',
    baseCostRetentionPeriod: 7 * 24 * 60,
    baseCostMultiplier: 1,
  });
  const deep = await createProduct(world, {
    name: 'Deep Cleanup',
    description: 'For yards that have waited a while: twice the time, every corner.',
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    baseCostRetentionPeriod: 24 * 60,
    baseCostMultiplier: 2,
  });
  const [customerProfileId] = profileIds(customer, 'PROFILE_TYPE_CUSTOMER');
  if (!customerProfileId) throw new Error('The demo customer has no profile');
  const [address] = await listAddresses(world, customerProfileId);
  if (!address) throw new Error('The demo customer has no address');
  const stripePaymentMethodId = await saveTestCard(world, customer.userId);
  const today = businessDay(world.clock.now());
  const ask = (productId: string, frequency: number) =>
    createEngagement(world, customer, customerProfileId, {
      productId,
      serviceAddressId: address.id,
      billingAddressId: address.id,
      stripePaymentMethodId,
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency, interval: 1, startDay: calendarDay(today) },
    });

  // One on every weekday, whatever day the demo starts on; the deep one waits in the pool.
  const claimed = await ask(weekly.id, weekDaysInOrder.length);
  const scheduleTemplateId = claimed.scheduleTemplate.id;
  await createScheduleTemplateDays(
    world,
    worker,
    weekDaysInOrder.map((dayOfWeek) => ({ id: randomUUID(), scheduleTemplateId, dayOfWeek, sequence: 0 })),
  );
  await ask(deep.id, 1);
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
