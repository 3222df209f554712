import { businessDay, weekDaysInOrder } from '#domain/calendar.ts';
import { firstDates } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { acceptedLetterOf } from '../engagements/life.ts';
import { engagementParties } from '../engagements/parties.ts';
import { hasVisitOn, type Schedule, workerOn } from '../engagements/schedule.ts';
import type { AssignmentStep, UntoldAssignment } from '../engagements/untold-store.ts';
import { notFound } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import type { Recipient } from '../messages/service.ts';
import type { World } from '../world.ts';
import { customerAssignedLetter, workerAssignedLetter, workerReplacedLetter } from './assignment-letters.ts';
import { selectWorker } from './store.ts';

type Whose = Pick<AssignmentStep, 'workerProfileId' | 'weekDays'>;

/**
 * Adds what follows from a day on. What was to follow on that day or later does not any more, and what changes nothing is no
 * step: so taking a step back leaves what was before it.
 * @param told as people were told last; null for a proposal
 */
export function withStep(told: Whose | null, steps: readonly AssignmentStep[], step: AssignmentStep): AssignmentStep[] {
  const earlier = steps.filter(({ from }) => from < step.from);
  const before = earlier.at(-1) ?? told;
  return before && isSame(before, step) ? earlier : [...earlier, step];
}

const isSame = (one: Whose, other: Whose) =>
  one.workerProfileId === other.workerProfileId &&
  one.weekDays.length === other.weekDays.length &&
  one.weekDays.every((day) => other.weekDays.includes(day));

/** What is told of an assignment, and of what it says that the plan is from then on. */
export type AssignmentMessage = {
  /** Names the message among those of its assignment. */
  key: string;
  role: 'customer' | 'worker';
  name: string;
  person: Recipient & { firstName: string };
  letter: Letter;
};

/** What people know once they have read the letters of an assignment. */
export type Announced = {
  /** The day from which on they take the plan for what is so. */
  from: Temporal.PlainDate;
  /** The workers who know that their visits from a day on are another's. */
  replaced: ReadonlyMap<string, Temporal.PlainDate>;
};

/**
 * @param schedule as it is now
 * @returns who is to be told what of an assignment that nobody was told of, what they know then, and the day of the first visit
 * if the customer is told of that
 */
export async function assignmentNews(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  { engagementId, steps, toldWorkerProfileId }: UntoldAssignment,
): Promise<{ messages: AssignmentMessage[]; announced: Announced; first: Temporal.PlainDate | undefined }> {
  const today = businessDay(world.clock.now());
  const parts = await engagementParties(world, transaction, engagementId);
  const { customer, productName, street, url } = parts;
  const messages: AssignmentMessage[] = [];
  const replaced = new Map<string, Temporal.PlainDate>();
  const planUrl = (profileId: string) => `${world.publicUrl}/worker/${profileId}/plan`;
  let before = toldWorkerProfileId;
  let from = today;
  let firstVisit: Temporal.PlainDate | undefined;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    // A worker may have chosen other weekdays meanwhile.
    const weekDays = weekDaysInOrder.filter((day) => (isLast ? schedule : step).weekDays.includes(day));
    const asked = later(Temporal.PlainDate.from(step.from), today);
    const [first] = firstDates(schedule, asked, 1);
    from = before === null ? (first ?? asked) : asked;
    if (before === null) firstVisit = first;
    const worker = await selectWorker(transaction, step.workerProfileId);
    if (!worker) throw notFound('Profile');
    const shared = { customerName: customer.firstName, productName, street, workerName: worker.name };
    const toCustomer =
      before === null
        ? acceptedLetterOf({ ...parts, workerName: worker.name }, schedule, weekDays, first)
        : customerAssignedLetter({ ...shared, firstName: customer.firstName, url }, { weekDays, from });
    messages.push({
      key: `${index}:customer`,
      role: 'customer',
      name: customer.firstName,
      person: customer,
      letter: toCustomer,
    });
    const { contact } = worker;
    const about = { ...shared, firstName: contact.firstName, url: planUrl(step.workerProfileId) };
    const toWorker = workerAssignedLetter(about, { weekDays, from });
    messages.push({ key: `${index}:worker`, role: 'worker', name: worker.name, person: contact, letter: toWorker });
    replaced.delete(step.workerProfileId);
    const isOther = before !== null && before !== step.workerProfileId;
    const left = isOther ? await selectWorker(transaction, before ?? '') : undefined;
    if (left) {
      const { profileId, firstName } = left.contact;
      replaced.set(profileId, from);
      const hasVisitsBefore = daysBetween(today, from).some(
        (day) => hasVisitOn(schedule, day) && workerOn(schedule, day) === profileId,
      );
      const aboutLeft = { ...shared, firstName, url: planUrl(profileId) };
      const goodbye = workerReplacedLetter(aboutLeft, from, hasVisitsBefore);
      messages.push({
        key: `${index}:worker-before`,
        role: 'worker',
        name: left.name,
        person: left.contact,
        letter: goodbye,
      });
    }
    before = step.workerProfileId;
  }
  return { messages, announced: { from, replaced }, first: firstVisit };
}

/** @returns the days from one on, without the last */
const daysBetween = (first: Temporal.PlainDate, end: Temporal.PlainDate) =>
  Array.from({ length: Math.max(0, first.until(end).days) }, (_, days) => first.add({ days }));

const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) < 0 ? other : one;
