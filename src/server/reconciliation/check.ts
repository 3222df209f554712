import Stripe from 'stripe';
import { businessDay } from '#domain/calendar.ts';
import type { FindingKind, Found } from '#domain/findings.ts';
import { moneyLabel } from '#domain/labels.ts';
import { compareWithStripe } from '../billing/compare.ts';
import { listUntaken } from '../billing/standstill.ts';
import { handleStripeEvents } from '../billing/stripe-events.ts';
import { spendIdleCredit } from '../charges/use-credit.ts';
import { checkAccounts } from '../connected-accounts/check.ts';
import { endOthers, keepFindings, openSubjects } from '../findings/store.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { hearLostEvents } from '../stripe/lost-events.ts';
import { findAllUnfilled } from '../visits/ahead.ts';
import type { World } from '../world.ts';
import { findSuspects, findUnknownRefunds } from './at-stripe.ts';
import { find, proofs, selectBillsOf, selectCustomersOf } from './proof-store.ts';
import {
  endReconciliation,
  keepReconciliation,
  selectLastWhole,
  selectProcessingFeeUnknown,
  takeReconciliation,
} from './store.ts';

/** How long a check may take from one step to the next before its process is taken for lost. */
const lease = { minutes: 10 };
/** So far back, at most, what Stripe has told of and what it has moved is listed. */
const longestTold = { hours: 24 * 30 };
const longestMoved = { hours: 24 * 7 };
/** What happened shortly before a check may have been under way in it. */
const overlap = { hours: 2 };
/** More than one check reads again, payment by payment. */
const mostRead = 200;

const atStripe = ['unknown-at-stripe', 'not-at-stripe', 'other-at-stripe'] as const;
const ofLedger = ['customer-balance', 'worker-balance', 'bill-entries', 'kept-sums'] as const;

/**
 * Makes the check that is due, if there is one. All that it does can be done again, so that one whose process has ended is
 * begun again by another.
 */
export async function makeDueCheck(world: World): Promise<void> {
  const { database, clock, log } = world;
  const now = clock.now();
  const check = await takeReconciliation(database, now, now.add(lease));
  if (!check) return;
  let failure: string | null = null;
  const found = new Map<FindingKind, Found[]>();
  const keep = (kinds: readonly FindingKind[], some: readonly Found[]) => {
    for (const kind of kinds)
      found.set(
        kind,
        some.filter((one) => one.kind === kind),
      );
  };
  const stillHere = () => keepReconciliation(database, check.id, clock.now().add(lease));
  const before = await selectLastWhole(database);
  const since = (longest: { hours: number }) => latest(before?.subtract(overlap), check.startedAt.subtract(longest));
  try {
    keep(atStripe, await findAtStripe(world, { since, isFirst: before === undefined }, stillHere));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.warn(
      { event: 'money-not-compared', err: error },
      'the money could not be compared with Stripe; it will be tried again',
    );
    failure = 'Stripe could not be reached.';
  }
  await stillHere();
  await spendIdleCredit(world);
  keep(Object.keys(proofs) as FindingKind[], await findHere(world));
  keep(['visit-rows'], await findVisits(world));
  keep(ofLedger, await findInLedger(world, since(longestMoved)));
  await database.transaction(async (transaction) => {
    const foundAt = clock.now();
    for (const [kind, some] of found) {
      await keepFindings(transaction, some, foundAt);
      const subjects = some.map(({ subject }) => subject);
      await endOthers(transaction, kind, subjects, foundAt);
    }
    await endReconciliation(transaction, check.id, { finishedAt: foundAt, failure });
  });
}

const latest = (one: Temporal.Instant | undefined, other: Temporal.Instant) =>
  one && Temporal.Instant.compare(one, other) > 0 ? one : other;

type Window = { since: (longest: { hours: number }) => Temporal.Instant; isFirst: boolean };

async function findAtStripe(world: World, { since, isFirst }: Window, stillHere: () => Promise<void>) {
  const { database, clock } = world;
  await hearLostEvents(world, since(longestTold), stillHere);
  await handleStripeEvents(world);
  await checkAccounts(world, stillHere);
  const suspects = await findSuspects(world, since(longestMoved), stillHere);
  const anHourAgo = clock.now().subtract({ hours: 1 });
  for (const intentId of await selectProcessingFeeUnknown(database, anHourAgo, mostRead)) suspects.add(intentId);
  if (isFirst) for (const intentId of await findUnknownRefunds(world, stillHere)) suspects.add(intentId);
  for (const kind of atStripe) for (const intentId of await openSubjects(database, kind)) suspects.add(intentId);
  for (const intentId of await listUntaken(world)) suspects.add(intentId);
  const found: Found[] = [];
  for (const intentId of suspects) {
    await stillHere();
    const difference = await compareWithStripe(world, intentId);
    if (difference) found.push({ ...difference, subject: intentId });
  }
  return found;
}

async function findHere({ database, clock }: World): Promise<Found[]> {
  const now = clock.now();
  const found: Found[] = [];
  for (const [kind, proof] of Object.entries(proofs)) {
    found.push(...(await find(database, kind as FindingKind, proof, { now, today: businessDay(now) })));
  }
  return found;
}

/** Services whose rows of visits are not as their plans say. */
async function findVisits({ database, clock }: World): Promise<Found[]> {
  const unfilled = await findAllUnfilled({ database, clock });
  const customers = await selectCustomersOf(
    database,
    unfilled.map(({ engagementId }) => engagementId),
  );
  return unfilled.map(({ engagementId, make, move, end }) => ({
    ...{ kind: 'visit-rows', subject: engagementId, engagementId, profileId: customers.get(engagementId) ?? null },
    detail: `${make.length} missing, ${move.length} elsewhere, ${end.length} too many`,
  }));
}

/** Where the ledger does not say what the other tables say. */
async function findInLedger({ database }: World, moment: Temporal.Instant): Promise<Found[]> {
  const faults = await findLedgerFaults(database, { moment, day: businessDay(moment) });
  const ids = faults.map(({ subject }) => subject).filter((subject) => /^[0-9a-f-]{36}$/.test(subject));
  const bills = await selectBillsOf(database, ids);
  return faults.map(({ about, subject, ledger, expected }) => {
    const kind = kindsOfFaults[about] ?? 'bill-entries';
    const detail = `${about}: ${moneyLabel(ledger)} in the ledger, ${moneyLabel(expected)} elsewhere`;
    const isOfPerson = kind === 'customer-balance' || kind === 'worker-balance';
    const { billId = null, profileId = null } = bills.get(subject) ?? {};
    const whose = isOfPerson ? { profileId: subject } : { profileId, billId };
    return { ...whose, kind, subject: `${about}: ${subject}`, amount: ledger - expected, detail };
  });
}

const kindsOfFaults: Record<string, FindingKind> = {
  'what a customer owes': 'customer-balance',
  'what a worker has not been paid': 'worker-balance',
  'a kept sum': 'kept-sums',
};
