import { randomUUIDv7 } from 'node:crypto';
import type * as z from 'zod/mini';
import type { visitNotes as contract } from '#contract/notes.ts';
import { businessDay, dayLabel, plainDate, timeLabel } from '#domain/calendar.ts';
import { mostNotesOfVisit } from '#domain/notes.ts';
import { stepTime } from '#domain/step-time.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { notFound, notNow } from '../http/errors.ts';
import { noteLetter } from '../messages/letters/visit-note.ts';
import { tell } from '../messages/service.ts';
import { engagementParties } from '../parties/parties.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import { lockDay, visitDueOn } from '../visits/days.ts';
import type { World } from '../world.ts';
import { countNotesOfVisit, hasNote, insertNote, selectNote, selectType } from './store.ts';

/** By which the message of a note to the customer is known. */
export const toldAs = (noteId: string) => `visit-note:${noteId}`;

/**
 * Writes what a worker notes at a visit of theirs, until the end of the day after it. The customer is told of what is for
 * them; what is for the office waits on the desk. A repeat finds it written and tells nobody.
 * @throws ApiError NOT_FOUND unless the visit is the worker's, or was when it was written, NOT_ALLOWED_NOW at the wrong
 * time or after very many notes, CONFLICT when other words came with this id
 */
export async function createVisitNote(
  world: World,
  workerProfileId: string,
  { id, engagementId, reader, text, ...form }: z.output<typeof contract.createVisitNote.body>,
): Promise<void> {
  const now = world.clock.now();
  const date = plainDate(form.date);
  const requestDigest = digestOf(id, { engagementId, date: date.toString(), reader, text });
  const tappedAt = form.tappedAt ? Temporal.Instant.from(form.tappedAt) : undefined;
  await world.database.transaction(async (transaction) => {
    const at = tappedAt ?? now;
    const day = await lockDay(world, transaction, { engagementId, workerProfileId, date, at });
    if (!day) throw notFound('Engagement');
    const isDue = visitDueOn(day, date)?.workerProfileId === workerProfileId;
    // The worker who began it, or had it when it was taken off or missed, keeps it from then on.
    const ends = [day.begun, day.skip].filter((end) => end !== undefined);
    const isAnothers = ends.some((end) => end.workerProfileId && Temporal.Instant.compare(end.createdAt, at) <= 0);
    const isOwn =
      ends.some((end) => end.workerProfileId === workerProfileId) ||
      (!isAnothers && (isDue || day.rows.some(({ wasTheirs }) => wasTheirs)));
    if (!isOwn) throw notFound('Engagement');
    const written = await selectNote(transaction, id);
    if (written) {
      if (written.byProfileId !== workerProfileId || written.engagementId !== engagementId) throw notFound('Note');
      return requireRepeat(
        written.requestDigest,
        requestDigest,
        'body.id',
        'This note was sent before with other words, and those stand. Please write what you want to add as a new note.',
      );
    }
    // A visit that was begun may go on during the next day, and notes with it.
    const stepBefore = date.toZonedDateTime(businessTimeZone).toInstant();
    const time = stepTime({ date, tappedAt, now, stepBefore });
    if ('refusal' in time) throw notAllowed(time.refusal);
    if ((await countNotesOfVisit(transaction, engagementId, date)) >= mostNotesOfVisit) {
      throw notAllowed('This visit has very many notes already. Please call the office instead.');
    }
    const parties = await engagementParties(world, transaction, engagementId, workerProfileId);
    const { customer, yard: street, workerName, url } = parties;
    const profileId = customer.profileId;
    // Of whom the data was erased nothing is kept, and nobody is told.
    if (!(await selectType(transaction, profileId))) throw notFound('Engagement');
    const isToCustomer = reader === 'customer';
    const note = { id, profileId, text, byProfileId: workerProfileId, createdAt: time.at, requestDigest };
    await insertNote(transaction, { ...note, engagementId, visitDay: date, isToCustomer });
    if (!isToCustomer) return;
    const letter = noteLetter({ firstName: customer.firstName, workerName, street, date, text, url });
    await tell(world, transaction, toldAs(id), customer, letter);
  });
}

/** What is wrong with a visit that was begun, and what staff can do. */
const refused = {
  off: ['visit had been taken off', 'Put the visit back'],
  paused: ['service is paused', 'Resume the service'],
  anothers: ['visit is not this worker’s', 'Give the visit to this worker'],
} as const;
type Refused = { engagementId: string; date: Temporal.PlainDate; at: Temporal.Instant; why: keyof typeof refused };

/**
 * Has the office read that a worker without signal has begun a visit that was not theirs any more, or was off, and cannot be recorded. A
 * repeat writes nothing.
 * @param begun the visit's day, when it was begun, and why that is refused
 */
export async function noteRefusedStart(
  world: World,
  transaction: Transaction,
  workerProfileId: string,
  { engagementId, date, at, why }: Refused,
): Promise<void> {
  const [is, whatToDo] = refused[why];
  const text = `Started at ${timeLabel(at.toString())} without signal, but the ${is}, so it is not recorded and not paid. ${whatToDo} today, and the phone can send it again; else please call.`;
  await noteToOffice(world, transaction, workerProfileId, { engagementId, date, text });
}

/** Has the office read that a worker has taken the weekday of today off the plan before making the visit, and with nothing in its place. */
export async function noteTakenOut(
  world: World,
  transaction: Transaction,
  workerProfileId: string,
  engagementId: string,
): Promise<void> {
  const date = businessDay(world.clock.now());
  const text = `Nobody comes on ${dayLabel(date)}: this worker has taken its weekday off the plan, and the customer reads so. Give the service that weekday again, or call.`;
  await noteToOffice(world, transaction, workerProfileId, { engagementId, date, text });
}

async function noteToOffice(
  world: World,
  transaction: Transaction,
  byProfileId: string,
  { engagementId, date: visitDay, text }: { engagementId: string; date: Temporal.PlainDate; text: string },
): Promise<void> {
  const { customer } = await engagementParties(world, transaction, engagementId, byProfileId);
  const profileId = customer.profileId;
  if (!(await selectType(transaction, profileId))) return;
  const written = { profileId, text, byProfileId, engagementId, visitDay, isToCustomer: false };
  if (await hasNote(transaction, written)) return;
  await insertNote(transaction, { id: randomUUIDv7(), ...written, createdAt: world.clock.now() });
}

const notAllowed = (message: string) => notNow(message, 'body.date');
