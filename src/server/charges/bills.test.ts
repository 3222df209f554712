import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { billNumbers, bills, charges } from '../database/schema/billing.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  declinedCard,
  paymentsOf,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, buildWorker, saveSettings } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { buildRunningEngagement, completeVisit, onboardWorker } from '../testing/payment-factories.ts';
import { takeUpCharges } from './take-up.ts';

const billsOf = async ({ test }: Business) =>
  (await test.world.database.select().from(bills).orderBy(asc(bills.number))).map(({ number, amount, fee }) => [
    number,
    amount,
    fee,
  ]);

/** Oldest first. */
const numbersAsListed = async ({ test }: Business) =>
  (await test.world.database.select().from(bills).orderBy(asc(bills.createdAt), asc(bills.number))).map(
    ({ number }) => number,
  );

businessTest(
  'a bill is numbered when its collection begins, one for each worker, and stays the same through its attempts',
  async ({ business }) => {
    const { test, customer, worker } = business;
    await advanceFor(test, '2027-03-10T12:00:00-06:00', [customer, worker]);
    const other = await buildWorker(test);
    await onboardWorker(test, other);
    const engagementId = await buildRunningEngagement(test, await withCard(business, declinedCard), {
      billingCycle: 'BILLING_CYCLE_WEEKLY',
    });
    await completeVisit(test, { engagementId, worker });
    await completeVisit(test, { engagementId, worker, daysLater: 1 });
    await completeVisit(test, { engagementId, worker: other, daysLater: 2 });
    expect(await billsOf(business)).toEqual([]);

    await test.advance('P7D');
    const made = [
      ['Y-2027-000001', 3000, 600],
      ['Y-2027-000002', 1500, 300],
    ];
    expect(await billsOf(business)).toEqual(made);
    for (const wait of ['P1D', 'P3D', 'P5D', 'P30D']) await test.advance(wait);
    expect(await billsOf(business)).toEqual(made);
    const attempts = Map.groupBy(await paymentsOf(business, engagementId), ({ billId }) => billId);
    expect([...attempts.values()].map((some) => some.map(({ attempt }) => attempt))).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
  },
);

businessTest('numbers begin anew with the business’s year', async ({ business }) => {
  const { test, customer, worker } = business;
  // Still the old year here, and the new one in London.
  await advanceFor(test, '2027-12-31T20:00:00-06:00', [customer, worker]);
  await chargedVisit(business);
  await advanceFor(test, 'PT5H', [customer, worker]);
  await chargedVisit(business);
  expect((await billsOf(business)).map(([number]) => number)).toEqual(['Y-2027-000001', 'Y-2028-000001']);
});

businessTest('other letters count for new bills, and the count of the year goes on', async ({ business }) => {
  const { test, customer, worker } = business;
  await advanceFor(test, '2027-03-10T12:00:00-06:00', [customer, worker]);
  await chargedVisit(business);
  const owner = await buildEmployee(test);
  for (const billPrefix of ['', 'sc', 'S-C', 'SCOOP']) {
    expect((await saveSettings(test, owner, { billPrefix })).error.fields).toMatchObject([{ path: 'body.billPrefix' }]);
  }
  await saveSettings(test, owner, { billPrefix: 'SC' });
  await advanceFor(test, 'P1D', [customer, worker]);
  await chargedVisit(business);
  expect(await numbersAsListed(business)).toEqual(['Y-2027-000001', 'SC-2027-000002']);
  expect(await findLedgerFaults(test.world.database)).toEqual([]);
  const query = { after: '2027-03-10T18:00:00Z_SC-2027-000002' };
  const params = { customerProfileId: customer.profileId };
  expect((await test.call('listBills', { as: customer.accessToken, params, query })).status).toBe(200);
});

businessTest(
  'who waits past New Year for a number has the bill of the year that the number says',
  async ({ business }) => {
    const { test, customer, worker } = business;
    await advanceFor(test, '2027-12-31T22:00:00-06:00', [customer, worker]);
    const people = await withCard(business);
    const engagementId = await buildRunningEngagement(test, people, { billingCycle: 'BILLING_CYCLE_WEEKLY' });
    await completeVisit(test, { engagementId, worker });
    const { database } = test.world;
    await database.update(charges).set({ dueAt: test.world.clock.now() });
    let time = Temporal.Instant.from('2027-12-31T23:59:59.990-06:00');
    let takingUp = Promise.resolve();
    await database.transaction(async (transaction) => {
      await transaction.insert(billNumbers).values({ year: 2027, last: 0 });
      takingUp = takeUpCharges({ ...test.world, clock: { now: () => time } });
      await untilStatementsWait(test);
      time = time.add({ milliseconds: 20 });
    });
    await takingUp;
    const [bill] = await database.select().from(bills);
    expect([bill?.number, bill && businessDay(bill.createdAt).year]).toEqual(['Y-2027-000001', 2027]);
    await test.drain();
  },
);

businessTest(
  'many that are taken up at once leave no gap, and neither does one that comes to nothing',
  async ({ business }) => {
    const { test, worker } = business;
    const people = await withCard(business);
    const { database } = test.world;
    for (let n = 0; n < 12; n += 1) {
      const engagementId = await buildRunningEngagement(test, people, { billingCycle: 'BILLING_CYCLE_WEEKLY' });
      await completeVisit(test, { engagementId, worker });
    }
    const { $client: client } = database;
    await client.query('update charges set due_at = created_at');
    // Every third one fails after its number was taken.
    await client.query('create sequence tries');
    await client.query(`create function fail() returns trigger language plpgsql as
    $$ begin if nextval('tries') % 3 = 0 then raise exception 'no'; end if; return new; end $$`);
    await client.query('create trigger fail before insert on payments for each row execute function fail()');
    // Time goes on meanwhile.
    let asked = 0;
    const world = { ...test.world, clock: { now: () => test.world.clock.now().add({ milliseconds: asked++ }) } };
    await Promise.all([takeUpCharges(world), takeUpCharges(world), takeUpCharges(world)]);
    await client.query('drop trigger fail on payments');
    await takeUpCharges(world);
    await test.drain();
    const { rows } = await client.query('select last_value::int as tries from tries');
    expect(rows[0].tries).toBeGreaterThan(12);
    const numbers = (await billsOf(business)).map(([number]) => number);
    expect(numbers).toEqual(
      Array.from({ length: 12 }, (_, n) => expect.stringContaining(String(n + 1).padStart(6, '0'))),
    );
    expect(await numbersAsListed(business)).toEqual(numbers);
  },
);
