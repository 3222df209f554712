import type { System } from '#contract/system.ts';
import {
  lateSeconds,
  leastFree,
  oneNetwork,
  type SystemReason,
  type SystemState,
  type triedParts,
} from '#domain/system.ts';
import { senderTroubleOf, troubleReasons } from '#domain/text-delivery.ts';
import { lastBackup } from '../backup/record.ts';
import { getStandstill, letMoneyGoOn } from '../billing/standstill.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { callsOfOneNetwork } from '../http/rate-limit.ts';
import { type BounceReading, selectBounceReading } from '../messages/bounces-store.ts';
import { selectTextTrouble } from '../messages/reports-store.ts';
import { listChecks, runSetupCheck, webhookUrlOf } from '../setup/service.ts';
import type { World } from '../world.ts';
import { type Facts, selectFacts, selectQueueOf } from './facts-store.ts';
import { leastFreeOf } from './health.ts';
import { type Queues, selectQueues } from './queues-store.ts';

type Part = System['parts'][number];
type Checks = System['checks'];
/** How a part does; null for what is not known. */
type Finding = { state: SystemState; reason: SystemReason; since?: Temporal.Instant | null; count?: number | null };

const works: Finding = { state: 'good', reason: 'works' };

/** @returns how what the business runs on does, for staff */
export async function getSystem(world: World): Promise<System> {
  const now = world.clock.now();
  const [queues, facts, checks, freeMegabytes, saved, standstill, standby, trouble, callers, bounces] =
    await Promise.all([
      selectQueues(world.database, now),
      selectFacts(world.database),
      listChecks(world),
      leastFreeOf(world.vitals.folders),
      lastBackup(world),
      getStandstill(world),
      world.standby.state(),
      selectTextTrouble(world.database),
      // Elsewhere all calls come from this machine.
      world.config.NODE_ENV === 'production' ? callsOfOneNetwork(world) : undefined,
      world.config.BOUNCE_MAILBOX_URL ? selectBounceReading(world.database) : undefined,
    ]);
  const found: Record<Part['part'], Finding | undefined> = {
    database: { ...works, since: now },
    standby: ofStandby(standby),
    network: callers && ofNetwork(callers),
    sweep: ofSweep(queues, now),
    jobs: ofJobs(queues, facts, now),
    mail: ofChannel('email', queues, now) ?? ofCheck('mail', checks),
    bounces: bounces && ofBounces(bounces, now),
    text: world.sendText
      ? (ofTrouble(trouble) ?? ofChannel('text', queues, now) ?? ofCheck('text', checks))
      : noTexts(queues),
    payments: ofStandstill(standstill) ?? ofMoney(queues, now) ?? ofCheck('payments', checks),
    webhook: ofEvents(queues, now) ?? heardOf(ofCheck('webhook', checks), facts),
    files: ofFiles(freeMegabytes),
    backup: ofBackup(world, saved, now),
  };
  return {
    now: now.toString(),
    standstill,
    parts: Object.entries(found).flatMap(([part, finding]) => (finding ? [toPart(part as Part['part'], finding)] : [])),
    checks: checks.filter(({ check }) => check !== 'business' && check !== 'area'),
    webhookUrl: webhookUrlOf(world),
    database: {
      version: facts.version.split(' ')[0] ?? facts.version,
      megabytes: Math.max(10, Math.round(facts.bytes / 1e7) * 10),
    },
    filesIn: world.files.local ? 'folder' : 'bucket',
    failedJobs: facts.failedJobs.map(({ id, queue, failedAt, reason }) => ({
      id,
      queue,
      failedAt: Temporal.Instant.from(failedAt).toString(),
      reason: reason ?? 'It ended before it could say why.',
    })),
  };
}

const toPart = (part: Part['part'], { state, reason, since = null, count = null }: Finding): Part => ({
  part,
  state,
  reason,
  since: since?.toString() ?? null,
  count,
});

/** @returns undefined where there is none */
function ofStandby(state: Awaited<ReturnType<World['standby']['state']>>): Finding | undefined {
  if (state === null) return undefined;
  return state === 'young' ? works : { state: 'watch', reason: `standby-${state}` };
}

/** A proxy that hides who calls makes all visitors one, who share one limit. */
function ofNetwork({ calls, percent }: Awaited<ReturnType<typeof callsOfOneNetwork>>): Finding {
  if (calls < oneNetwork.calls || percent === null || percent < oneNetwork.percent) return works;
  return { state: 'watch', reason: 'one-network', count: percent };
}

/** @returns since when something is late, which is when it was due */
const late = (age: number, now: Temporal.Instant): Finding => ({
  state: 'failed',
  reason: 'late',
  since: now.subtract({ seconds: Math.floor(age) }),
});

/** Each night has one. */
const oldestBackup = { hours: 48 };

function ofBackup({ files }: World, saved: Awaited<ReturnType<typeof lastBackup>>, now: Temporal.Instant): Finding {
  if (!saved) return { state: 'unknown', reason: 'no-backup' };
  const isOld = Temporal.Instant.compare(saved.at.add(oldestBackup), now) < 0;
  if (isOld) return { state: 'watch', reason: 'old-backup', since: saved.at };
  // Of a bucket its provider can keep versions.
  if (files.local && saved.photos === null) return { state: 'watch', reason: 'no-photos', since: saved.at };
  return { ...works, since: saved.at };
}

function ofSweep({ sweepSeconds }: Queues, now: Temporal.Instant): Finding {
  if (sweepSeconds === null) return { state: 'failed', reason: 'never-swept' };
  if (sweepSeconds > lateSeconds.sweep) return late(sweepSeconds, now);
  return { ...works, since: now.subtract({ seconds: Math.floor(sweepSeconds) }) };
}

function ofJobs({ jobs }: Queues, { failedJobs }: Facts, now: Temporal.Instant): Finding {
  const oldest = Math.max(0, ...Object.values(jobs).map(({ oldestSeconds }) => oldestSeconds ?? 0));
  if (oldest > lateSeconds.jobs) return late(oldest, now);
  const count = Object.values(jobs).reduce((sum, { failed }) => sum + failed, 0);
  const first = failedJobs.at(-1);
  if (count === 0 || !first) return works;
  return { state: 'watch', reason: 'jobs-failed', since: Temporal.Instant.from(first.failedAt), count };
}

function ofChannel(channel: 'email' | 'text', { ages, messages }: Queues, now: Temporal.Instant): Finding | undefined {
  if (ages[channel] > lateSeconds.messages) return late(ages[channel], now);
  const count = messages[channel].dead;
  return count > 0 ? { state: 'watch', reason: 'messages-dead', count } : undefined;
}

/** A server that does not answer for a moment is no trouble; a password or a folder that is wrong stays wrong. */
function ofBounces({ readAt, failedAt, trouble }: BounceReading, now: Temporal.Instant): Finding {
  const isShort = failedAt && now.since(failedAt).total('seconds') <= lateSeconds.messages;
  if (failedAt && trouble && !(trouble === 'mailbox-away' && isShort))
    return { state: 'failed', reason: trouble, since: failedAt };
  return readAt ? { ...works, since: readAt } : { state: 'unknown', reason: 'mailbox-unread' };
}

/** What its provider takes no phone gets. */
function ofTrouble(trouble: Awaited<ReturnType<typeof selectTextTrouble>>): Finding | undefined {
  const why = trouble && senderTroubleOf(trouble.code ?? '');
  if (!why || trouble.since === null) return undefined;
  const { since, count } = trouble;
  return { state: 'failed', reason: troubleReasons[why], since: Temporal.Instant.from(since), count };
}

function ofMoney({ ages }: Queues, now: Temporal.Instant): Finding | undefined {
  const oldest = Math.max(ages.payment, ages.charge, ages.refund, ages['top-up']);
  return oldest > lateSeconds.payments ? late(oldest, now) : undefined;
}

function ofStandstill(standstill: System['standstill']): Finding | undefined {
  if (!standstill) return undefined;
  return { state: 'failed', reason: 'standstill', since: Temporal.Instant.from(standstill.restoredAt) };
}

const ofEvents = ({ ages }: Queues, now: Temporal.Instant): Finding | undefined =>
  ages['stripe-event'] > lateSeconds.events ? late(ages['stripe-event'], now) : undefined;

/** Without a provider who wants texts is told by mail, which is a choice and no trouble; of before, some may be left. */
const noTexts = ({ messages }: Queues): Finding => ({
  state: 'good',
  reason: 'no-texts',
  count: messages.text.dead || null,
});

/** What the last try has said counts where nothing that has happened since says otherwise. */
function ofCheck(name: (typeof triedParts)[number], checks: Checks): Finding {
  const check = checks.find((one) => one.check === name);
  const since = check?.checkedAt ? Temporal.Instant.from(check.checkedAt) : null;
  if (check?.isStandIn) return { state: 'good', reason: 'stand-in', since };
  return check?.state === 'failed' ? { state: 'watch', reason: 'check-failed', since } : { ...works, since };
}

const heardOf = (finding: Finding, { lastEventAt }: Facts): Finding =>
  finding.state === 'good' && lastEventAt ? { ...finding, since: Temporal.Instant.from(lastEventAt) } : finding;

function ofFiles(count: number | null): Finding {
  if (count !== null && count < leastFree.full) return { state: 'failed', reason: 'disk-full', count };
  if (count !== null && count < leastFree.low) return { state: 'watch', reason: 'disk-low', count };
  return works;
}

/**
 * Tries a part for the caller, who gets the mail or the text of it.
 * @returns as `getSystem`
 */
export async function runSystemCheck(world: World, caller: Caller, part: (typeof triedParts)[number]): Promise<System> {
  await runSetupCheck(world, caller, part);
  return await getSystem(world);
}

/**
 * Lets money go on after a restore.
 * @param lost how many lost payments the caller was shown
 * @returns as `getSystem`
 * @throws as `letMoneyGoOn`
 */
export async function endStandstill(world: World, caller: Caller, lost: number): Promise<System> {
  await letMoneyGoOn(world, caller, lost);
  return await getSystem(world);
}

/**
 * Has a job that failed tried once more. Of several who press at once one does, and the others see that it waits.
 * @returns as `getSystem`
 * @throws ApiError NOT_FOUND
 */
export async function runJobAgain(world: World, jobId: string): Promise<System> {
  const queue = await selectQueueOf(world.database, jobId);
  if (!queue) throw notFound('Job');
  await world.jobs.runAgain(queue, jobId);
  return await getSystem(world);
}
