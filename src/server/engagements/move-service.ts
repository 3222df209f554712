import { undoSeconds } from '#contract/works.ts';
import { businessDay } from '#domain/calendar.ts';
import type { EngagementActor } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { firstDates } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { cancelMessages, tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { engagementParties } from './claim-service.ts';
import { otherWeekLetter } from './letters.ts';
import { customerMoveLetter, workerMoveLetter } from './move-letters.ts';
import type { EngagementView } from './view-store.ts';

/** A change of status that was made: `version` is the engagement's after it, `workerProfileId` who held it before. */
type Move = {
  engagementId: string;
  to: EngagementStatus;
  actor: EngagementActor;
  version: number;
  workerProfileId: string | null;
};

/**
 * Tells the customer of every other week, once the minute for second thoughts is over, in which weeks the visits are.
 * @param before the engagement as it was; a switch that was its last change is not told of any more
 */
export async function tellOfOtherWeek(
  world: World,
  transaction: Transaction,
  { engagement, scheduleTemplate, days }: EngagementView,
  { version, weekOffset }: { version: number; weekOffset: number },
): Promise<void> {
  const event = `week-chosen:${engagement.id}`;
  await cancelMessages(transaction, `${event}:${engagement.version}`);
  const schedule = { ...scheduleTemplate, weekOffset, weekDays: days.map(({ dayOfWeek }) => dayOfWeek) };
  const dates = firstDates(schedule, businessDay(world.clock.now()), 3);
  const { customer, ...parties } = await engagementParties(world, transaction, engagement.id);
  const letter = otherWeekLetter({ ...parties, firstName: customer.firstName }, dates);
  const notBefore = world.clock.now().add({ seconds: undoSeconds });
  await tell(world, transaction, `${event}:${version}`, customer, letter, { notBefore, byDay: true });
}

/** Tells the others of a change of status, within its transaction. */
export async function tellOfMove(world: World, transaction: Transaction, move: Move): Promise<void> {
  const { engagementId, to, actor, version, workerProfileId } = move;
  const parties = await engagementParties(world, transaction, engagementId, workerProfileId ?? undefined);
  const { customer, worker, productName, street, url, planUrl } = parties;
  const about = { customerName: customer.firstName, productName, street };
  const event = `engagement-moved:${engagementId}:${version}`;
  const toCustomer = customerMoveLetter(to, actor, { ...about, firstName: customer.firstName, url });
  if (toCustomer) await tell(world, transaction, `${event}:customer`, customer, toCustomer);
  if (!worker || !planUrl) return;
  const toWorker = workerMoveLetter(to, actor, { ...about, firstName: worker.firstName, url: planUrl });
  if (toWorker) await tell(world, transaction, `${event}:worker`, worker, toWorker);
}
