import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { faultKinds } from '#sandbox/stripe/faults.ts';
import { actOnMoney } from './acts.ts';
import { type Business, longestDelayMs, openBusiness } from './business.ts';
import { endServices, payWhatIsOwed } from './customer-acts.ts';
import { at, visitYards } from './days.ts';
import { evidenceOf } from './evidence.ts';
import { countKinds, kindsOfSmallRun, kindsOfWholeRun, seedOfSmallRun } from './kinds.ts';
import { findDifferences } from './proof.ts';
import { checkMoney } from './staff-acts.ts';
import { mendAll } from './stripe-acts.ts';

/** `npm run chaos` makes more of them, with more deaths: a start takes most of the time of the small run. */
const { CHAOS_VISITS } = process.env;
const visits = Number(CHAOS_VISITS ?? 18);
const life = CHAOS_VISITS ? { ms: 2000, mostKills: Number.POSITIVE_INFINITY } : { ms: 2500, mostKills: 2 };
const seed = Number(process.env.CHAOS_SEED ?? seedOfSmallRun);
/** Of a few visits in between nothing is known but that they are paid for once. */
const kinds = visits >= 500 ? kindsOfWholeRun : CHAOS_VISITS ? [] : kindsOfSmallRun;
/** So that a whole run has twelve days of visits, which are six weeks: a declined bill lives for 30 days. */
const yards = CHAOS_VISITS ? Math.min(84, Math.ceil(visits / 3)) : 9;

/** Of a hundred calls of Stripe twenty fail in some way; of others the webhooks come twice, late or never. */
const shares: Partial<Record<(typeof faultKinds)[number], number>> = {
  drop: 0.05,
  'drop-before-acting': 0.03,
  'error-after-acting': 0.05,
  'error-before-acting': 0.01,
  delay: 0.03,
  hang: 0.01,
  'rate-limit': 0.02,
  'duplicate-webhooks': 0.1,
  'reorder-webhooks': 0.1,
  'lose-webhooks': 0.05,
};

function setFaults({ stripe }: Business, areOn: boolean): void {
  const faults = faultKinds.map((kind) => ({ match: {}, kind, share: shares[kind] ?? 0, delayMs: longestDelayMs }));
  stripe.setFaults(areOn ? faults : []);
}

/** @returns what waits for its time, and what is late by now */
async function due({ world, stripePool }: Business): Promise<{ waiting: string[]; late: string[] }> {
  const tables = ['charges', 'payments', 'refunds', 'top_ups', 'messages', 'provider_events', 'reconciliations'];
  const ours = tables.map(
    (table) => `select '${table} ' || id::text what, due_at from ${table} where due_at is not null`,
  );
  const { rows } = await world.database.$client.query<{ what: string; isLate: boolean }>(
    `select what, due_at <= $1 as "isLate" from (${ours.join(' union all ')}) due`,
    [world.clock.now().toString()],
  );
  const webhooks = await stripePool.query<{ what: string }>(
    `select 'webhook ' || event_id what from sandbox_stripe.webhook_delivery where delivered_at is null`,
  );
  const undelivered = webhooks.rows.map(({ what }) => what);
  const late = rows.filter(({ isLate }) => isLate).map(({ what }) => what);
  return { waiting: [...rows.map(({ what }) => what), ...undelivered], late: [...late, ...undelivered] };
}

/** A slow machine takes so long, and no longer; then what is late goes on waiting. */
const restPatienceMs = 60_000;

/** Waits until nothing is late. @returns what waits for its time then */
async function rest(business: Business): Promise<string[]> {
  const begun = performance.now();
  for (let looks = 1; ; looks += 1) {
    const { waiting, late } = await due(business);
    if (late.length === 0 || performance.now() - begun > restPatienceMs) return waiting;
    await pause(50);
    if (looks % 40 > 0) continue;
    // A webhook that met a dead server waits for up to a minute, and the sweep comes every minute.
    await business.stripePool.query(
      'update sandbox_stripe.webhook_delivery set due_at = now() where delivered_at is null and leased_until is null',
    );
    await business.moveTo(business.world.clock.now().toZonedDateTimeISO('UTC').add({ seconds: 1 }), 10_000);
  }
}

/** Lets days pass until nothing is due, at least as many as a dispute waits for its answer. */
async function settle(business: Business, leastDays: number): Promise<void> {
  let waiting: string[] = [];
  for (let days = 0; days < leastDays || (waiting.length > 0 && days < leastDays + 60); days += 4) {
    await business.moveTo(business.world.clock.now().toZonedDateTimeISO('UTC').add({ days: 4 }), 30_000);
    waiting = await rest(business);
  }
  expect(waiting, 'what never ends').toEqual([]);
}

/** Waits until what is to be collected now has been tried, but not for what hangs. */
async function tried(business: Business): Promise<void> {
  for (let looks = 0; looks < 30; looks += 1) {
    const { late } = await due(business);
    if (!late.some((what) => /^(charges|payments)/.test(what))) return;
    await pause(100);
  }
}

test(
  `${visits} visits: whatever fails and whoever dies, each effect comes about once`,
  async () => {
    const begun = performance.now();
    const business = await openBusiness(seed, yards);
    const { server, acknowledged, first, stripeCalls, world } = business;
    try {
      const opened = performance.now();
      await business.moveTo(at(first, '08:00'));
      setFaults(business, true);
      stripeCalls.all = 0;
      server.torment(life);
      for (let number = 0; acknowledged.visits.size < visits; number += 1) {
        // Mondays and Thursdays.
        const day = first.add({ days: 7 * Math.floor(number / 2) + (number % 2) * 3 });
        expect(number, 'days that it takes').toBeLessThan(4 + (2 * visits) / yards);
        if (number > 0) await business.sleepUntil(at(day, '08:00'));
        const begunAt = performance.now();
        const workIds = await visitYards(business, number);
        const visitedAt = performance.now();
        // The minute to undo is over, and then the five after which a lost try is made again.
        for (const minutes of [2, 6]) {
          await business.moveTo(world.clock.now().toZonedDateTimeISO('UTC').add({ minutes }));
          await tried(business);
        }
        await actOnMoney(business, number, workIds);
        if (CHAOS_VISITS) {
          const [visiting, all] = [visitedAt - begunAt, performance.now() - opened].map((ms) => Math.round(ms / 1000));
          const so = `${acknowledged.visits.size} visits, ${server.kills()} kills, ${server.longerLives()} longer lives`;
          console.log(`${day}: ${so}, ${all} s, ${visiting} of them for the last ${workIds.length} visits`);
        }
      }
      setFaults(business, false);
      await server.spare();
      await mendAll(business);
      await endServices(business);
      // Who waits for an answer that never comes is gone before the clock moves by days.
      await server.killFor(async () => {});
      const tormented = performance.now();
      await settle(business, 16);
      const debtors = await payWhatIsOwed(business);
      await settle(business, 1);
      await checkMoney(business);
      const differences = await findDifferences(business, debtors);
      if (differences.length > 0) console.log((await evidenceOf(business, differences)).join('\n'));
      const counts = await countKinds(business);
      console.log(`What has come about: ${JSON.stringify(counts)}`);
      const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
      console.log(
        `Seed ${seed}: ${acknowledged.visits.size} visits, ${acknowledged.refunds.size} refunds, ${acknowledged.tips.size} tips and ${acknowledged.acts.size} other acts asked for, ${server.kills()} kills, ${server.longerLives()} longer lives, ` +
          `${stripeCalls.all} calls of Stripe; ${seconds(begun, opened)} + ${seconds(opened, tormented)} + ${seconds(tormented, performance.now())} s`,
      );
      expect(differences, `with seed ${seed}:\n${differences.join('\n')}`).toEqual([]);
      expect(
        kinds.filter((kind) => !counts[kind]),
        'what never came about',
      ).toEqual([]);
    } finally {
      await business.close();
    }
  },
  300_000 + visits * 8000,
);
