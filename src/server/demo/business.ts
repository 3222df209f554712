import { makeDueTopUps } from '../billing/make-top-up.ts';
import { sweepBilling } from '../billing/service.ts';
import { resumeWhatIsPaid } from '../engagements/paying.ts';
import { repriceProposals } from '../engagements/price.ts';
import { remindOfHolds } from '../holds/service.ts';
import { deliverDueMessages } from '../messages/deliver.ts';
import { tellOfChanges } from '../moves/tell.ts';
import { remindOfOrders } from '../orders/links.ts';
import { lookAtCards } from '../payment-methods/cards.ts';
import { makeDueCheck } from '../reconciliation/check.ts';
import { startDueChecks } from '../reconciliation/service.ts';
import { keepSums } from '../reports/keep.ts';
import { dueParts, sweep, sweepMissedVisits } from '../sweep.ts';
import type { World } from '../world.ts';
import { drive, makePast, planDay, takeOffTomorrow } from './driving.ts';
import { joiningOn, setUp } from './joining.ts';
import { officeDays } from './office.ts';
import { type Business, clockTime, earlier, isBefore, openBusiness } from './state.ts';
import type { DemoTools } from './tools.ts';

/**
 * Lives through the weeks before today with the services that the screens use, day by day, up to now.
 * @param weeks at most ten
 * @param tell hears each week that begins
 */
export async function liveThroughWeeks(
  outside: World,
  tools: DemoTools,
  weeks: number,
  tell: (week: string) => void,
): Promise<void> {
  const now = outside.clock.now();
  const business = await openBusiness(outside, tools, now, weeks);
  try {
    const { today, firstDay } = business;
    for (let date = firstDay; Temporal.PlainDate.compare(date, today) <= 0; date = date.add({ days: 1 })) {
      // The last days, which are no whole week, belong to the last one.
      const week = firstDay.until(date).days / 7 + 1;
      if (Number.isInteger(week) && week <= weeks) tell(`week ${week} of ${weeks}`);
      if (week === 1) await setUp(business, firstDay);
      await liveThroughDay(business, date);
    }
    const world = business.go(now);
    await sweep(world, dueParts);
    await startDueChecks(world);
    await makeDueCheck(world);
  } finally {
    tools.standAt(undefined);
  }
}

async function liveThroughDay(business: Business, date: Temporal.PlainDate): Promise<void> {
  const { now, today } = business;
  const does = async (time: string, act: (world: World) => Promise<unknown>) => {
    const moment = clockTime(date, time);
    if (isBefore(moment, now)) await act(business.go(moment));
  };
  /** What people do today they have done, whatever the hour. */
  const haveDone = async (time: string, act: (world: World) => Promise<unknown>) => {
    const moment = clockTime(date, time);
    await act(business.go(date.equals(today) ? earlier(moment, now.subtract({ seconds: 30 })) : moment));
  };
  const daysAgo = date.until(today).days;
  const acts = officeDays.filter(([days]) => days === daysAgo);
  // What is due in the morning changes nothing of the visits, unless the office acts.
  const plan = acts.length === 0 ? planDay(business, date) : undefined;
  const begin = async () => {
    await does('06:05', (world) => sweep(world, dailyParts));
    if (daysAgo % 7 === 5) await does('06:30', () => payOut(business));
    const joining = joiningOn(business, date);
    if (joining.length > 0) {
      await haveDone('07:10', (world) => Promise.all(joining.map((join) => join(world))));
    }
  };
  await Promise.all([begin(), plan && makePast(business, plan)]);
  for (const [, act] of acts) await haveDone('07:40', (world) => act(business, world));
  if (acts.length > 0) await does('07:50', tellOfChanges);
  const day = plan ?? planDay(business, date);
  if (!plan) await makePast(business, day);
  await drive(business, day);
  await does('19:00', (world) => takeOffTomorrow(business, world, date.add({ days: 1 })));
  await does('23:30', keepSums);
}

/** What can fall due in the demo. */
const daily: readonly unknown[] = [
  sweepBilling,
  makeDueTopUps,
  lookAtCards,
  repriceProposals,
  remindOfOrders,
  resumeWhatIsPaid,
  sweepMissedVisits,
  remindOfHolds,
  deliverDueMessages,
];
const dailyParts = dueParts.filter(({ run }) => daily.includes(run));

/** Stripe does so by itself. */
async function payOut({ workers, tools }: Business): Promise<void> {
  // In the first week there is nothing.
  for (const { account } of workers.values()) await tools.payOut(account).catch(() => undefined);
}
