import { randomUUID } from 'node:crypto';
import type { CalendarDay } from '#domain/calendar.ts';
import { type Newcomer, type SignIn, waitForMessage } from './people.ts';

/** What a journey does over the API, because its subject is something else. */

/**
 * @returns the answer's JSON
 * @throws Error with the answer, when the call is refused
 */
export async function call(site: string, method: string, path: string, body?: object, accessToken?: string) {
  const response = await fetch(new URL(path, site), {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

/** Moves the business's clock forward by an ISO duration, or to a moment. The server then does what has fallen due. */
export async function moveClock(site: string, move: { advance: string } | { to: string }): Promise<void> {
  await call(site, 'POST', '/sandbox/clock.json', move);
}

/** A person who calls the API, with the id of their first profile. */
export type ApiCaller = Awaited<ReturnType<typeof signInByApi>>;

/** @returns functions that call the API as this person */
export async function signInByApi(site: string, { username, password }: SignIn) {
  const session = await call(site, 'POST', '/v1/sign-in', { username, password });
  const as = (method: string) => (path: string, body?: object) => call(site, method, path, body, session.accessToken);
  return {
    userId: String(session.user.id),
    profileId: String(session.profiles[0].id),
    get: as('GET'),
    post: as('POST'),
    put: as('PUT'),
    patch: as('PATCH'),
  };
}

/** Opens an account and confirms it with the mailed link. @returns functions that call the API as this person */
export async function signUpByApi(site: string, person: Newcomer): Promise<ApiCaller> {
  const { type, street, ...form } = person;
  await call(site, 'POST', '/v1/sign-up', {
    ...form,
    profileType: `PROFILE_TYPE_${type.toUpperCase()}`,
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
    agreedToTerms: true,
    streetAddress1: street,
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
  });
  const mail = await waitForMessage(site, ({ to }) => to === person.email, `The link for ${person.email}`);
  await call(site, 'POST', '/v1/confirm-sign-up', {
    token: /token=([\w-]+)/.exec(mail.text)?.[1],
    password: person.password,
  });
  return await signInByApi(site, person);
}

type Yard = { streetAddress1: string; city: string; zipCode: string; gateNotes?: string; dogNotes?: string };
type Engagement = { id: string; scheduleTemplate: { id: string } };

/**
 * Adds some addresses for a customer, and asks for the demo's weekly "Yard Cleanup" at each, with the first saved card.
 */
export async function askForVisits(customer: ApiCaller, yards: readonly Yard[], startDay: CalendarDay) {
  const { products } = await customer.get('/v1/products');
  const { creditCardPaymentMethods } = await customer.get(`/v1/users/${customer.userId}/payment-methods`);
  const engagements: Engagement[] = [];
  for (const yard of yards) {
    const form = { ...yard, state: 'AR', country: 'US' };
    const { address } = await customer.post(`/v1/profiles/${customer.profileId}/addresses`, form);
    const { engagement } = await customer.post(`/v1/customer/${customer.profileId}/engagements`, {
      productId: products.find(({ name }: { name: string }) => name === 'Yard Cleanup').id,
      serviceAddressId: address.id,
      billingAddressId: address.id,
      stripePaymentMethodId: creditCardPaymentMethods[0].id,
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 1, startDay },
    });
    engagements.push(engagement);
  }
  return engagements;
}

/** Puts an engagement on weekdays of a worker's plan. This claims it if it is a proposal. */
export async function planVisits(
  worker: ApiCaller,
  { scheduleTemplate }: Engagement,
  daysOfWeek: readonly string[],
  sequence: number,
): Promise<void> {
  await worker.post('/v1/schedule-template-days', {
    scheduleTemplateDays: daysOfWeek.map((dayOfWeek) => ({
      id: randomUUID(),
      scheduleTemplateId: scheduleTemplate.id,
      dayOfWeek,
      sequence,
    })),
  });
}
