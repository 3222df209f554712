import { randomUUIDv7 } from 'node:crypto';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { daysInOrder, type PlanDay, planChanges } from '#domain/plan-order.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { deleteDays, insertDays, lockPlanRow, selectPlan, updateSequences } from './places-store.ts';

/** All the places of a worker's week. */
export type Plan = readonly PlanDay[];

/** @returns a worker's plan, which nobody else changes until the transaction ends */
export async function lockPlan(transaction: Transaction, workerProfileId: string): Promise<Plan> {
  await lockPlanRow(transaction, workerProfileId);
  return await selectPlan(transaction, workerProfileId);
}

/** Takes all days of an engagement out of a locked plan. */
export async function removeFromPlan(
  world: World,
  transaction: Transaction,
  plan: Plan,
  scheduleTemplateId: string,
): Promise<void> {
  const after = plan.filter((place) => place.scheduleTemplateId !== scheduleTemplateId);
  await writePlan(world, transaction, plan, numbered(after));
}

/** Locks a worker's plan until the transaction ends, and takes everything out of it. */
export async function clearPlan(transaction: Transaction, workerProfileId: string): Promise<void> {
  const before = await lockPlan(transaction, workerProfileId);
  await deleteDays(
    transaction,
    before.map((place) => place.id),
  );
}

/** @returns the places, each weekday numbered from 0; those with the same number keep the order that they are given in */
export function numbered(plan: Plan): PlanDay[] {
  return weekDaysInOrder.flatMap((day) => daysInOrder(plan, day).map((place, sequence) => ({ ...place, sequence })));
}

/** Gives an engagement these weekdays in a locked plan, the new ones at the end of their day. */
export async function putOnDays(
  world: World,
  transaction: Transaction,
  plan: Plan,
  scheduleTemplateId: string,
  weekDays: readonly WeekDay[],
): Promise<void> {
  await writePlan(world, transaction, plan, placed(plan, scheduleTemplateId, weekDays));
}

function placed(plan: Plan, scheduleTemplateId: string, weekDays: readonly WeekDay[]): PlanDay[] {
  const others = plan.filter((place) => place.scheduleTemplateId !== scheduleTemplateId);
  const kept = plan.filter(
    (place) => place.scheduleTemplateId === scheduleTemplateId && weekDays.includes(place.dayOfWeek),
  );
  const fresh = weekDays
    .filter((day) => !kept.some(({ dayOfWeek }) => dayOfWeek === day))
    .map((dayOfWeek) => ({ id: randomUUIDv7(), scheduleTemplateId, dayOfWeek, sequence: plan.length }));
  return numbered([...others, ...kept, ...fresh]);
}

/**
 * Writes a locked plan.
 * @param after the places, numbered
 * @returns the plan as it is then
 * @throws ApiError CONFLICT when an id or a weekday of it was taken meanwhile
 */
export async function writePlan(
  { clock }: World,
  transaction: Transaction,
  before: Plan,
  after: PlanDay[],
): Promise<PlanDay[]> {
  const { created, updated, deleted } = planChanges(before, after);
  const weekDays = new Map(before.map((place) => [place.id, place.dayOfWeek]));
  const moved = updated.filter((place) => weekDays.get(place.id) !== place.dayOfWeek);
  // Two weekdays of one engagement may be swapped, which row by row would meet its own unique key.
  const added = [...created, ...moved];
  await deleteDays(
    transaction,
    [...deleted, ...moved].map((place) => place.id),
  );
  if ((await insertDays(transaction, added, clock.now())) < added.length) {
    throw new ApiError('CONFLICT', 'The plan was changed at the same time. Please reload and try again.');
  }
  await updateSequences(
    transaction,
    updated.filter((place) => !moved.includes(place)),
  );
  return after;
}
