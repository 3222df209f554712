import type * as z from 'zod/mini';
import type { Assignment, Told } from '#contract/moves.ts';
import { businessDay, plainDate, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { differing, record } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { claimEngagement, givenEvent, handOver, tellOfClaim } from '../engagements/life.ts';
import { engagementParties } from '../engagements/parties.ts';
import { hasVisitOn, lockVisits, type Schedule, workerOn } from '../engagements/schedule.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { tell, undoTogether } from '../messages/service.ts';
import { lockPlan, numbered, type Plan, placed, writePlan } from '../plan/service.ts';
import type { World } from '../world.ts';
import { customerAssignedLetter, daysLabel, workerAssignedLetter, workerReplacedLetter } from './assignment-letters.ts';
import { selectLastAssignment, selectStanding } from './assignment-store.ts';
import { requireWorker, wayTo } from './people.ts';
import { rekeyMoves } from './rekey.ts';
import { selectWorker } from './store.ts';

type Form = z.output<typeof Assignment>;

/**
 * Gives a proposal to a worker on weekdays, as if the worker had claimed it, or moves a running service to another worker or
 * other weekdays from a day on: the plan changes at once, and the visits before that day are kept where they are. All are
 * told a minute later, unless it was taken back by then; the worker may release the service. A repeat, which has an older version, changes nothing.
 * @returns who is told what, and the service's version from now on
 * @throws ApiError NOT_FOUND, CONFLICT for another version, NOT_ALLOWED_NOW for a service that is not active, INVALID_INPUT
 * for a worker, weekdays or a day that are not possible
 */
export async function assignWorker(
  world: World,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<{ told: Told[]; version: number }> {
  return await world.database.transaction(async (transaction) => {
    const told = await assign(world, transaction, caller, engagementId, form);
    const { version = form.version } = (await selectStanding(transaction, engagementId)) ?? {};
    return { told, version };
  });
}

/**
 * @returns who would be told what; nothing is changed
 * @throws ApiError as assignWorker
 */
export async function previewAssignment(
  world: World,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Told[]> {
  return await previewOf(world.database, (transaction) => assign(world, transaction, caller, engagementId, form));
}

async function assign(
  world: World,
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Told[]> {
  const today = businessDay(world.clock.now());
  const standing = await selectStanding(transaction, engagementId);
  if (!standing) throw notFound('Engagement');
  const { workerProfileId } = form;
  // Plans come before engagements, and each kind in the order of its ids, as everywhere.
  const plans = new Map<string, Plan>();
  for (const id of [...new Set([workerProfileId, standing.workerProfileId ?? workerProfileId])].sort()) {
    plans.set(id, await lockPlan(transaction, id));
  }
  const schedule = await lockVisits(transaction, engagementId, today.subtract({ days: farthestMove }));
  const locked = await selectStanding(transaction, engagementId);
  if (!schedule || !locked) throw notFound('Engagement');
  const weekDays = weekDaysInOrder.filter((day) => form.weekDays.includes(day));
  const from = plainDate(form.from);
  const isThere = locked.workerProfileId === workerProfileId && isSameDays(schedule.weekDays, weekDays);
  if (isThere && isActive(locked)) {
    if (form.version < locked.version) return [];
    throw invalid('body.from', 'This worker has the service on these weekdays already.');
  }
  if (form.version !== locked.version || locked.workerProfileId !== standing.workerProfileId) {
    const message = 'This service was changed by somebody else in the meantime.';
    throw new ApiError('CONFLICT', message, [{ path: 'body.version', message }]);
  }
  const worker = await requireWorker(transaction, workerProfileId, 'body.workerProfileId');
  requireWeekDays(schedule, weekDays);
  const before = plans.get(workerProfileId) ?? [];
  const fields = [
    ...differing({ worker: await nameOf(transaction, locked.workerProfileId) }, { worker: worker.name }),
    ...differing({ weekDays: daysLabel(schedule.weekDays) }, { weekDays: daysLabel(weekDays) }),
    ...(isProposal(locked) ? [] : differing(undefined, { firstDay: from.toString() })),
  ];
  const change = { kind: 'worker-assigned', by: caller.userId, subjectId: engagementId, fields } as const;
  const after = placed(before, schedule.templateId, weekDays);
  if (isProposal(locked)) {
    const claim = await claimEngagement(world, transaction, workerProfileId, engagementId);
    await writePlan(world, transaction, before, after);
    await record(world, transaction, change);
    const first = await tellOfClaim(world, transaction, claim, inAMinute(world));
    return await tellAll(world, transaction, locked, {
      ...form,
      from: first ?? today,
      weekDays,
      claimedAt: claim.since,
      hasVisitsBefore: false,
    });
  }
  if (!isActive(locked)) throw notAllowed('This service is paused or has ended, so nobody makes its visits.');
  requireFrom(from, today);
  const old = locked.workerProfileId;
  const isHandedOver = old !== null && old !== workerProfileId;
  const undone = await undoLast(transaction, engagementId, from);
  await handOver(world, transaction, locked, workerProfileId, from);
  if (isHandedOver) {
    const plan = plans.get(old) ?? [];
    const rest = plan.filter((place) => place.scheduleTemplateId !== schedule.templateId);
    await writePlan(world, transaction, plan, numbered(rest));
  }
  await writePlan(world, transaction, before, after);
  await rekeyMoves(world, transaction, schedule, {
    weekDays,
    from,
    workerBefore: isHandedOver ? old : null,
    worker: workerProfileId,
  });
  await record(world, transaction, change);
  const isTakenBack = undone?.workerProfileId === workerProfileId && isSameDays(undone.weekDays, weekDays);
  if (isTakenBack) return [];
  const known = { ...locked, workerProfileId: undone ? undone.workerProfileId : old };
  const hasVisitsBefore = daysBetween(today, from).some(
    (day) => hasVisitOn(schedule, day) && workerOn(schedule, day) === known.workerProfileId,
  );
  return await tellAll(world, transaction, known, { ...form, from, weekDays, hasVisitsBefore });
}

const roles = ['customer', 'worker', 'worker-before'] as const;
/** An assignment is told at one moment of an engagement; the past assignment that it ends has the same. */
const eventOf = (engagementId: string, at: Temporal.Instant | undefined, role: (typeof roles)[number]) =>
  `worker-assigned:${engagementId}:${at}:${role}`;

/**
 * Takes back what is told of the last assignment, when nothing comes of it any more: nobody was told yet, and its first day
 * is not before that of the new one.
 * @returns whose it was before the last one; undefined when people know, or will know, of it
 */
async function undoLast(transaction: Transaction, engagementId: string, from: Temporal.PlainDate) {
  const last = await selectLastAssignment(transaction, engagementId);
  if (!last?.nextFrom || Temporal.PlainDate.compare(from, last.nextFrom) > 0) return undefined;
  const events = roles.map((role) => eventOf(engagementId, last.until, role));
  return (await undoTogether(transaction, events)) ? last : undefined;
}

/** Until then it can be taken back. */
const inAMinute = ({ clock }: World) => ({ notBefore: clock.now().add({ seconds: undoSeconds }) });
const notAllowed = (message: string) => new ApiError('NOT_ALLOWED_NOW', message);
const isSameDays = (one: readonly WeekDay[], other: readonly WeekDay[]) =>
  one.length === other.length && one.every((day) => other.includes(day));
const nameOf = async (transaction: Transaction, workerProfileId: string | null) =>
  (workerProfileId && (await selectWorker(transaction, workerProfileId))?.name) || null;

function requireWeekDays({ period, frequency }: Schedule, weekDays: readonly WeekDay[]): void {
  if (period !== 'PERIOD_WEEKLY' || weekDays.length <= frequency) return;
  const times = frequency === 1 ? 'one day' : `${frequency} days`;
  throw invalid('body.weekDays', `The customer asked for ${times} a week.`);
}

function requireFrom(from: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(from, today) < 0) throw invalid('body.from', 'This day is over.');
  if (Temporal.PlainDate.compare(from, today.add({ days: farthestMove })) > 0) {
    throw invalid('body.from', `This can begin in ${farthestMove} days at most.`);
  }
}

/** @returns the days from one on, without the last */
const daysBetween = (first: Temporal.PlainDate, end: Temporal.PlainDate) =>
  Array.from({ length: first.until(end).days }, (_, days) => first.add({ days }));

type Standing = NonNullable<Awaited<ReturnType<typeof selectStanding>>>;
type News = {
  workerProfileId: string;
  weekDays: readonly WeekDay[];
  from: Temporal.PlainDate;
  /** When a proposal was claimed for the worker; the customer has a letter of its own then. */
  claimedAt?: Temporal.Instant;
  /** Whether the worker before has a visit until then. */
  hasVisitsBefore: boolean;
};

/** Tells the customer, who of a claim has its own letter, the worker, and the worker before. */
async function tellAll(
  world: World,
  transaction: Transaction,
  { id, workerProfileId: before }: Standing,
  { workerProfileId, weekDays, from, claimedAt, hasVisitsBefore }: News,
): Promise<Told[]> {
  const { until } = (await selectLastAssignment(transaction, id)) ?? {};
  const event = (role: (typeof roles)[number]) => (claimedAt ? givenEvent(id, claimedAt) : eventOf(id, until, role));
  const { customer, productName, street, url } = await engagementParties(world, transaction, id, workerProfileId);
  const worker = await selectWorker(transaction, workerProfileId);
  if (!worker) throw notFound('Profile');
  const options = inAMinute(world);
  const shared = { customerName: customer.firstName, productName, street, workerName: worker.name };
  const planUrl = (profileId: string) => `${world.publicUrl}/worker/${profileId}/plan`;
  const told: Told[] = [];
  const customerWords = customerAssignedLetter({ ...shared, firstName: customer.firstName, url }, { weekDays, from });
  if (!claimedAt) await tell(world, transaction, event('customer'), customer, customerWords, options);
  told.push({
    name: customer.firstName,
    role: 'customer',
    by: wayTo(customer),
    words: claimedAt ? `${worker.name} will take care of your yard` : customerWords.subject,
  });
  const { contact } = worker;
  const about = { ...shared, firstName: contact.firstName, url: planUrl(workerProfileId) };
  const words = workerAssignedLetter(about, { weekDays, from });
  await tell(world, transaction, event('worker'), contact, words, options);
  told.push({ name: worker.name, role: 'worker', by: wayTo(contact), words: words.subject });
  const replaced = before !== null && before !== workerProfileId ? await selectWorker(transaction, before) : undefined;
  if (replaced) {
    const aboutBefore = { ...shared, firstName: replaced.contact.firstName, url: planUrl(replaced.contact.profileId) };
    const goodbye = workerReplacedLetter(aboutBefore, from, hasVisitsBefore);
    await tell(world, transaction, event('worker-before'), replaced.contact, goodbye, options);
    told.push({ name: replaced.name, role: 'worker', by: wayTo(replaced.contact), words: goodbye.subject });
  }
  return told;
}
