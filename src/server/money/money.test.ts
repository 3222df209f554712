import { expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { entryKinds } from '#domain/ledger.ts';
import { figureNames, type MoneyFigure, moneyFigures, owedBefore } from '#domain/money.ts';
import { charges } from '../database/schema/billing.ts';
import { type Business, businessTest, chargedVisit, declinedCard, withCard } from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, type Person } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';

type Days = { from: string; to: string };

const today = ({ test }: Business) => businessDay(test.world.clock.now());

async function moneyOf({ test }: Business, staff: Person, query: Days & { by?: 'day' | 'week' | 'month' }) {
  const { status, body } = await test.call('getMoney', { as: staff.accessToken, query });
  expect(status).toBe(200);
  return body;
}

/** Every page of a figure's entries. */
async function entriesOf({ test }: Business, staff: Person, figure: MoneyFigure, days: { from?: string; to: string }) {
  const entries = [];
  let after: string | undefined;
  do {
    const query = { ...days, figure, ...(after ? { after } : {}) };
    const { body } = await test.call('listMoneyEntries', { as: staff.accessToken, query });
    entries.push(...body.entries);
    after = body.next ?? undefined;
  } while (after);
  return entries;
}

/** Some weeks: visits paid, declined and given up, one taken off, a month's bill, a free one, and a rest too small to collect. */
async function someWeeks(business: Business) {
  const { test, customer, worker } = business;
  const first = today(business);
  await chargedVisit(business);
  const monthly = await buildRunningEngagement(test, await withCard(business), {
    billingCycle: 'BILLING_CYCLE_MONTHLY',
    coupon: { term: 'TERM_ONCE', amountOff: 500 },
  });
  await completeVisit(test, { engagementId: monthly, worker });
  await advanceFor(test, 'P1D', [customer, worker]);
  await chargedVisit(business, declinedCard);
  // Into the next month, from whichever day.
  for (const wait of ['P2D', 'P4D', 'P6D', 'P21D']) await advanceFor(test, wait, [customer, worker]);
  await chargedVisit(business);
  return first;
}

businessTest('each figure is the sum of its rows, by day, week and month alike', async ({ business }) => {
  const first = await someWeeks(business);
  const staff = await buildEmployee(business.test);
  const last = today(business);
  const days = { from: first.toString(), to: last.toString() };
  const { totals, rows } = await moneyOf(business, staff, { ...days, by: 'day' });
  expect(rows).toHaveLength(first.until(last).days + 1);
  // 15, 15 less 5, 15 declined four times, 15.
  expect(totals).toEqual({
    charged: 5500,
    collected: 4000,
    declined: 6000,
    refunded: 0,
    fees: 800,
    shares: 3200,
    tips: 0,
    processing: expect.any(Number),
    disputed: 0,
    writtenOff: 0,
    creditGiven: 0,
    creditRemoved: 0,
    creditUsed: 0,
    tipsAndRefunds: 0,
    debtsWrittenOff: 0,
    owed: 1500,
  });
  for (const by of ['week', 'month'] as const) {
    const stepped = await moneyOf(business, staff, { ...days, by });
    expect(stepped.totals).toEqual(totals);
    expect(stepped.rows.at(-1)?.figures.owed).toBe(1500);
  }
  // What customers owe at the end of a day is what they owed before it, and what the day has changed.
  for (const [at, { figures }] of rows.entries()) {
    expect(owedBefore(figures), `row ${at}`).toBe(rows[at - 1]?.figures.owed ?? 0);
  }
  const sum = (entries: { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0);
  for (const figure of figureNames) {
    const whole = figure === 'owed' ? { to: days.to } : days;
    expect(sum(await entriesOf(business, staff, figure, whole)), figure).toBe(totals[figure]);
    for (const { from, to, figures } of rows) {
      if (figures[figure] === 0 || figure === 'owed') continue;
      const [one, other] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
      const ofRow = await entriesOf(business, staff, figure, { from: one.toString(), to: other.toString() });
      expect(sum(ofRow), `${figure} of ${one}`).toBe(figures[figure]);
    }
  }
});

businessTest('as of a past day, nothing after it counts, and what was before is owed', async ({ business }) => {
  const { test, customer, worker } = business;
  const staff = await buildEmployee(test);
  const first = today(business);
  const days = { from: first.toString(), to: first.toString() };
  await chargedVisit(business, declinedCard);
  const before = await moneyOf(business, staff, days);
  expect(before.totals).toMatchObject({ charged: 1500, collected: 0, declined: 1500, owed: 1500 });
  await advanceFor(test, 'P1D', [customer, worker, staff]);
  await chargedVisit(business);
  expect(await moneyOf(business, staff, days)).toEqual(before);
  const tomorrow = first.add({ days: 1 }).toString();
  const after = await moneyOf(business, staff, { from: tomorrow, to: tomorrow });
  expect(after.totals).toMatchObject({ charged: 1500, collected: 1500, owed: 1500 });
  const yesterday = first.subtract({ days: 1 }).toString();
  expect((await moneyOf(business, staff, { from: yesterday, to: yesterday })).totals.owed).toBe(0);
});

businessTest('a row says who, when and on which bill', async ({ business }) => {
  const { test, customer, worker } = business;
  const { engagementId } = await chargedVisit(business);
  const staff = await buildEmployee(test);
  const to = today(business);
  const [bill] = await test.world.database.select({ id: charges.billId }).from(charges);
  const { year, month, day } = to;
  for (const figure of ['charged', 'collected', 'shares'] as const) {
    const [entry] = await entriesOf(business, staff, figure, { from: to.toString(), to: to.toString() });
    expect(entry, figure).toMatchObject({
      day: { year, month, day },
      visitDay: { year, month, day },
      engagementId,
      bill: { id: bill?.id, number: `Y-${year}-000001` },
      customer: { id: customer.profileId },
      worker: { id: worker.profileId },
    });
  }
});

businessTest('days that cannot be are refused at the field', async ({ business }) => {
  const { test } = business;
  const as = (await buildEmployee(test)).accessToken;
  const refusals = async (query: Record<string, string>) => {
    const { status, error } = await test.call('getMoney', { as, query });
    return [status, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];
  };
  const late = 'querystring.to: Please choose a last day that is not before the first.';
  expect(await refusals({ from: '2026-03-02', to: '2026-03-01' })).toEqual([400, late]);
  const many = 'querystring.to: Please choose at most 400 days.';
  expect(await refusals({ from: '2026-01-01', to: '2027-02-05' })).toEqual([400, many]);
  expect(await refusals({ from: '2026-01-01' })).toEqual([400, 'querystring.to: Please choose the last day.']);
  expect(await refusals({ from: '2026-02-30', to: '2026-03-05' })).toEqual([
    400,
    'querystring.from: There is no day 2026-02-30.',
  ]);
  expect(await refusals({ from: 'soon', to: '2026-11-31' })).toEqual([
    400,
    'querystring.from: Please choose the first day.',
    'querystring.to: There is no day 2026-11-31.',
  ]);
  expect((await test.call('getMoney', { as, query: { from: '2026-01-01', to: '2027-02-04' } })).status).toBe(200);
  const form = 'ledger' as const;
  const { status, error } = await test.call('exportMoney', {
    as,
    query: { from: '2026-01-01', to: '2026-02-01', form },
  });
  expect([status, error.fields?.[0]?.message]).toEqual([400, 'Please choose at most 31 days.']);
});

businessTest('a range is as of the business’s today', async ({ business }) => {
  const { test, customer, worker } = business;
  await advanceFor(test, '2027-03-03T12:00:00-06:00', [customer, worker]);
  const as = (await buildEmployee(test)).accessToken;
  const daysOf = async (query: { range?: 'this-week' | 'this-month' | 'last-month' | 'this-year' }) => {
    const { from, to } = (await test.call('getMoney', { as, query })).body;
    return [Temporal.PlainDate.from(from).toString(), Temporal.PlainDate.from(to).toString()];
  };
  expect(await daysOf({})).toEqual(['2027-03-01', '2027-03-03']);
  expect(await daysOf({ range: 'this-week' })).toEqual(['2027-03-01', '2027-03-03']);
  expect(await daysOf({ range: 'last-month' })).toEqual(['2027-02-01', '2027-02-28']);
  expect(await daysOf({ range: 'this-year' })).toEqual(['2027-01-01', '2027-03-03']);
});

businessTest('the ledger and what moved at Stripe are files', async ({ business }) => {
  const { test } = business;
  await chargedVisit(business);
  await chargedVisit(business, declinedCard);
  const as = (await buildEmployee(test)).accessToken;
  const day = today(business);
  const days = { from: day.toString(), to: day.toString() };
  const fileOf = async (form: 'ledger' | 'quickbooks' | 'xero') => {
    const { body } = await test.call('exportMoney', { as, query: { ...days, form } });
    expect(body.fileName).toBe(`${form}-${day}-${day}.csv`);
    return body.csv.trimEnd().split('\r\n');
  };
  const us = `${String(day.month).padStart(2, '0')}/${String(day.day).padStart(2, '0')}/${day.year}`;
  const bill = `Y-${day.year}-000001`;
  const quickbooks = await fileOf('quickbooks');
  expect(quickbooks[0]).toBe('Date,Description,Amount');
  expect(quickbooks).toContainEqual(expect.stringMatching(new RegExp(`^${us},Collected .+ ${bill},15\\.00$`)));
  expect(quickbooks).toContainEqual(
    expect.stringMatching(new RegExp(`^${us},Passed on to the worker .+ ${bill},-12\\.00$`)),
  );
  const xero = await fileOf('xero');
  expect(xero[0]).toBe('*Date,*Amount,Payee,Description,Reference');
  expect(xero).toContainEqual(expect.stringMatching(new RegExp(`^${us},15\\.00,[^,]+,Collected,${bill}$`)));
  const ledger = await fileOf('ledger');
  expect(ledger[0]).toBe('Date,Kind,Account,Against,Amount,Customer,Worker,Visit,Bill,Cause');
  expect(ledger).toContainEqual(expect.stringMatching(new RegExp(`^${day},Charged,customer,business,-15\\.00,`)));
  expect(ledger.filter((line) => line.includes('Declined'))).toEqual([]);
});

businessTest('every kind of entry is part of a figure, but what is passed on, which the shares are', () => {
  const shown = new Set<string>(figureNames.flatMap((name) => moneyFigures[name].kinds));
  expect(Object.keys(entryKinds).filter((kind) => !shown.has(kind))).toEqual(['transfer', 'top-up']);
});
