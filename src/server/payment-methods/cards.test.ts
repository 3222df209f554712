import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { businessDay, calendarDay, shortDayLabel } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { users } from '../database/schema/accounts.ts';
import { cards } from '../database/schema/cards.ts';
import {
  type Business,
  businessTest,
  customerMails,
  engagementStatus,
  refuseWebhooks,
  updateEngagement,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { buildBankAccount, buildCard, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { followCard, lookAtKinds } from './cards.ts';

/** A live service whose customer has chosen a card that works until the end of the month after next. */
async function serviceWithCard(business: Business) {
  const { test, customer } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business));
  const card = await buildCard(test, customer);
  await choose(business, engagementId, card);
  const expiresOn = businessDay(test.world.clock.now()).add({ months: 3 }).with({ day: 1 }).subtract({ days: 1 });
  await renew(business, card, expiresOn);
  await vi.waitFor(async () => {
    await test.drain();
    expect((await known(business, card))?.expiresOn?.toString()).toBe(expiresOn.toString());
  }, 60_000);
  return { engagementId, card, expiresOn };
}

const renew = async ({ test }: Business, card: string, { month, year }: Temporal.PlainDate) =>
  test.world.stripe.paymentMethods.update(card, { card: { exp_month: month, exp_year: year } });

async function choose(business: Business, engagementId: string, stripePaymentMethodId: string): Promise<void> {
  expect((await updateEngagement(business, engagementId, { stripePaymentMethodId })).status).toBe(200);
}

async function known({ test }: Business, card: string) {
  const [row] = await test.world.database.select().from(cards).where(eq(cards.id, card));
  return row;
}

/** Half past nine of the business, so many days before another. */
const before = (day: Temporal.PlainDate, days: number) =>
  day.subtract({ days }).toZonedDateTime({ timeZone: businessTimeZone, plainTime: '09:30' }).toInstant().toString();

const notices = async (business: Business) =>
  (await customerMails(business, /expires on|is gone/)).map(({ subject }) => subject).reverse();

const shown = async ({ test, customer }: Business) =>
  (
    await test.call('listCardsToReplace', {
      as: customer.accessToken,
      params: { customerProfileId: customer.profileId },
    })
  ).body.cards;

businessTest(
  'who is served with a card that expires is told 30 and 7 days before, once each, and reads it on the page',
  async ({ business }) => {
    const { test, customer } = business;
    const { expiresOn, card } = await serviceWithCard(business);
    const told = `Your Visa (4242) expires on ${shortDayLabel(expiresOn)}`;
    await advanceFor(test, before(expiresOn, 31), [customer]);
    expect([await notices(business), await shown(business)]).toEqual([[], []]);
    await advanceFor(test, before(expiresOn, 30), [customer]);
    expect(await notices(business)).toEqual([told]);
    const row = { id: card, name: 'Visa (4242)', blockedWhy: null, expiresOn: calendarDay(expiresOn) };
    expect(await shown(business)).toEqual([{ ...row, state: 'expires' }]);
    for (const days of [29, 20, 8]) await test.advance(before(expiresOn, days));
    expect(await notices(business)).toEqual([told]);
    for (const days of [7, 6, 1, 0]) await test.advance(before(expiresOn, days));
    expect(await notices(business)).toEqual([told, told]);
    await advanceFor(test, before(expiresOn, -40), [customer]);
    expect(await notices(business)).toEqual([told, told]);
    expect(await shown(business)).toEqual([{ ...row, state: 'expired' }]);
    const [letter] = await customerMails(business, /expires/);
    expect(letter?.text).toContain(`/users/${customer.userId}/payment-methods/new`);
  },
);

businessTest('a card that its bank has renewed needs no notice, though nobody told us', async ({ business }) => {
  const { test } = business;
  const { expiresOn, card } = await serviceWithCard(business);
  refuseWebhooks(business);
  await renew(business, card, expiresOn.add({ years: 3 }));
  await test.advance(before(expiresOn, 30));
  expect(await notices(business)).toEqual([]);
  expect((await known(business, card))?.expiresOn?.year).toBe(expiresOn.year + 3);
  await test.advance(before(expiresOn, 7));
  expect(await notices(business)).toEqual([]);
});

businessTest('of a card that no live service is paid with nobody is told', async ({ business }) => {
  const { test, customer } = business;
  const { expiresOn, engagementId, card } = await serviceWithCard(business);
  await choose(business, engagementId, await buildCard(test, customer, '5555555555554444'));
  await test.advance(before(expiresOn, 30));
  expect(await notices(business)).toEqual([]);
  await advanceFor(test, before(expiresOn, 20), [customer]);
  // Chosen again, it expires in 20 days: the next notice tells of it.
  await choose(business, engagementId, card);
  await test.advance(before(expiresOn, 7));
  expect(await notices(business)).toHaveLength(1);
});

businessTest('a notice that is due is not lost when the card is chosen once more that day', async ({ business }) => {
  const { test } = business;
  const { expiresOn, engagementId, card } = await serviceWithCard(business);
  const morning = Temporal.Instant.from(before(expiresOn, 30)).subtract({ hours: 2 }).toString();
  await advanceFor(test, morning, [business.customer]);
  await choose(business, engagementId, card);
  await test.advance(before(expiresOn, 30));
  expect(await notices(business)).toHaveLength(1);
});

businessTest('cards from before they were kept are read by the sweep, some at a time', async ({ business }) => {
  const { test, customer } = business;
  const { database, clock } = test.world;
  // Stripe told of a card from before at that time.
  refuseWebhooks(business);
  const card = await buildCard(test, customer);
  await buildRunningEngagement(test, { ...business, card });
  const unknown = { userId: customer.userId, name: null, expiresOn: null, goneAt: null };
  const older = clock.now().subtract({ hours: 1 });
  await database.insert(cards).values({ ...unknown, id: card, dueAt: clock.now() });
  await database
    .insert(cards)
    .values(Array.from({ length: 50 }, (_, n) => ({ ...unknown, id: `pm_unknown${n}`, dueAt: older })));
  const kept = async () => (await database.select().from(cards)).map(({ id, name }) => [id, name]);
  await test.advance('PT1S');
  expect(await kept()).toEqual([[card, null]]);
  await test.advance('PT1M');
  expect(await kept()).toEqual([[card, 'Visa (4242)']]);
});

businessTest.for(['at Stripe’s dashboard', 'and nobody told us'] as const)(
  'a card of a live service that is removed %s: the customer is told once, staff see it until another is chosen',
  async (how, { business }) => {
    const { test, customer } = business;
    const { expiresOn, engagementId, card } = await serviceWithCard(business);
    if (how === 'and nobody told us') refuseWebhooks(business);
    await test.world.stripe.paymentMethods.detach(card);
    if (how === 'and nobody told us') await test.advance(before(expiresOn, 30));
    const employee = await buildEmployee(test);
    const desk = async () =>
      (await test.call('getStaffDesk', { as: employee.accessToken })).body.goneCards.rows.map(
        ({ goneAt: _, ...row }) => row,
      );
    await advanceFor(test, 'PT1S', [customer, employee]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await notices(business)).toEqual(['Your Visa (4242) is gone']);
    }, 60_000);
    const [letter] = await customerMails(business, /is gone/);
    expect(letter?.text).toContain('was removed. Please choose another.');
    expect(letter?.text).toContain(`/customers/${customer.profileId}/engagements/${engagementId}`);
    const name = 'Visa (4242)';
    const person = { profileId: customer.profileId, name: expect.any(String) };
    expect(await desk()).toEqual([{ id: card, engagementId, customer: person, name, isKindEnded: false }]);
    expect(await shown(business)).toMatchObject([{ id: card, name, state: 'gone' }]);

    await choose(business, engagementId, await buildCard(test, customer));
    expect([await desk(), await shown(business)]).toEqual([[], []]);
    await test.advance(before(expiresOn, 7));
    expect(await notices(business)).toHaveLength(1);
  },
);

businessTest(
  'of a customer who was deleted at Stripe no card is told of by itself, though it is heard first',
  async ({ business }) => {
    const { test } = business;
    const { card } = await serviceWithCard(business);
    refuseWebhooks(business);
    const [payer] = await test.world.database.select().from(users).where(eq(users.id, business.customer.userId));
    await test.world.stripe.customers.del(payer?.stripeCustomerId ?? '');
    await followCard(test.world, card);
    await test.drain();
    expect(await notices(business)).toEqual([]);
    expect((await known(business, card))?.goneAt).not.toBeNull();
  },
);

businessTest.for(['heard', 'lost'] as const)(
  'the card of a service is gone at once when its customer was deleted at Stripe, though another is saved: the event is %s',
  async (event, { business }) => {
    const { test, customer } = business;
    const { card } = await serviceWithCard(business);
    if (event === 'lost') refuseWebhooks(business);
    const [payer] = await test.world.database.select().from(users).where(eq(users.id, customer.userId));
    await test.world.stripe.customers.del(payer?.stripeCustomerId ?? '');
    if (event === 'lost') await buildCard(test, customer);
    await vi.waitFor(async () => {
      await advanceFor(test, 'PT6M', [customer]);
      await test.drain();
      expect(await customerMails(business, /./)).toContainEqual(
        expect.objectContaining({ text: expect.stringContaining(`/users/${customer.userId}/payment-methods`) }),
      );
    }, 60_000);
    if (event === 'heard') await buildCard(test, customer);
    expect(await shown(business)).toMatchObject([{ id: card, state: 'gone' }]);
    const erin = await buildEmployee(test);
    const params = { customerProfileId: customer.profileId };
    const { cards: read } = (await test.call('getCustomer', { as: erin.accessToken, params })).body;
    expect(read).toMatchObject([{ id: card, isGone: true }]);
    // Its own end is heard later, and is no news.
    await followCard(test.world, card);
    await test.drain();
    expect(await notices(business)).toEqual([]);
  },
);

businessTest(
  'a customer who was deleted at Stripe, and chooses another card within minutes, is not asked for one',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId } = await serviceWithCard(business);
    refuseWebhooks(business);
    const [payer] = await test.world.database.select().from(users).where(eq(users.id, customer.userId));
    await test.world.stripe.customers.del(payer?.stripeCustomerId ?? '');
    const other = await buildCard(test, customer);
    await test.drain();
    await choose(business, engagementId, other);
    await advanceFor(test, 'PT6M', []);
    expect(await customerMails(business, /add a card again/)).toEqual([]);
  },
);

businessTest('one that its owner removes while no service needs it is forgotten in silence', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId, card } = await serviceWithCard(business);
  await choose(business, engagementId, await buildCard(test, customer));
  const params = { userId: customer.userId, paymentMethodId: card };
  expect((await test.call('deletePaymentMethod', { as: customer.accessToken, params })).status).toBe(200);
  await vi.waitFor(async () => {
    await test.drain();
    expect(await known(business, card)).toBeUndefined();
  }, 60_000);
  expect(await notices(business)).toEqual([]);
});

businessTest('the cards of a customer are nobody else’s but the staff’s', async ({ business }) => {
  const { test, customer } = business;
  const params = { customerProfileId: customer.profileId };
  const as = async (person: { accessToken: string }) =>
    (await test.call('listCardsToReplace', { as: person.accessToken, params })).status;
  expect([await as(customer), await as(await buildEmployee(test)), await as(await buildCustomer(test))]).toEqual([
    200, 200, 404,
  ]);
});

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

bankTest(
  'who pays with a kind that is switched off is told at once, and a visit is declined for good; switched on again all is well',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const { database, config } = test.world;
    const { accessToken: office } = await buildEmployee(test);
    const engagementId = await buildRunningEngagement(test, await withCard(business));
    const account = await buildBankAccount(test, customer);
    await choose(business, engagementId, account);
    // Read by a version that did not keep its kind.
    await database.update(cards).set({ type: null });
    const start = async (types: string) => {
      Object.assign(config, { PAYMENT_METHOD_TYPES: types.split(',') });
      await lookAtKinds(test.world);
      await advanceFor(test, 'PT1M', [customer, worker]);
    };
    const params = { customerProfileId: customer.profileId };
    const why = async () => {
      const as = customer.accessToken;
      const { body } = await test.call('listVisits', { as, params: { engagementId } });
      return body.blockedWhy;
    };
    const desk = async () => (await test.call('getStaffDesk', { as: office })).body.goneCards.rows;
    const asked = async () => (await customerMails(business, /choose another payment method/)).length;
    await start('card,us_bank_account');
    expect([await why(), await desk(), await asked()]).toEqual([null, [], 0]);
    for (let times = 1; times <= 2; times += 1) {
      await start('card');
      await start('card');
      expect(await why()).toBe('We do not take this kind of payment anymore.');
      expect(await desk()).toMatchObject([{ engagementId, isKindEnded: true }]);
      expect(await shown(business)).toMatchObject([{ id: account, state: 'blocked', blockedWhy: await why() }]);
      expect(await asked()).toBe(times);
      const body = { requestId: randomUUID(), isPreview: false, reason: 'They asked.' };
      const allow = { as: office, params: { ...params, paymentMethodId: account }, body };
      expect((await test.call('allowMethod', allow)).error.message).toBe(
        'Your business does not take this kind of payment anymore.',
      );
      if (times === 2) break;
      await start('us_bank_account,card');
      expect([await why(), await desk(), await asked()]).toEqual([null, [], 1]);
    }
    await completeVisit(test, { engagementId, worker });
    await test.drain();
    const { bills } = (await test.call('listBills', { as: customer.accessToken, params })).body;
    expect(bills).toMatchObject([
      {
        state: 'declined',
        nextAt: null,
        declineMessage:
          'We have not charged it, because we do not take this kind of payment anymore. Please choose another payment method.',
      },
    ]);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  },
);
