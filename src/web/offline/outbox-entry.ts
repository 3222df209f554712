import type { photoTypes } from '#contract/files.ts';
import type { Job } from '#contract/itineraries.ts';
import { type CalendarDay, isSameDay, plainDate } from '#domain/calendar.ts';
import { type WorkStatus, workStatuses } from '#domain/enums.ts';
import { countedLabel, fullName } from '#domain/labels.ts';
import type { NoteReader } from '#domain/notes.ts';
import { lastDayForSteps } from '#domain/step-time.ts';
import { nextWorkStep, workStatusBefore } from '#domain/work-status.ts';

/** A photo as it is kept until it is sent. */
export type PhotoToSend = {
  /** Made here, so that sending it twice cannot make two. */
  fileId: string;
  fileName: string;
  contentType: (typeof photoTypes)[number];
  bytes: Blob;
};

/** A note as it is kept until it is sent; `noteId` is made here, as with a photo. */
export type NoteToSend = { kind: 'note'; noteId: string; reader: NoteReader; text: string };

/** What a worker did to a visit; `status` is the one that a step leads to, `isGivingUp` whether what is skipped was begun. */
export type VisitChange =
  | { kind: 'start' }
  | { kind: 'step'; status: WorkStatus }
  | { kind: 'skip'; reason: string; cause?: 'no-access' | 'other'; isGivingUp?: boolean }
  | ({ kind: 'photo' } & PhotoToSend)
  | NoteToSend;

/** A visit as the outbox knows it. */
export type VisitOfEntry = {
  workerProfileId: string;
  engagementId: string;
  /** Undefined of a change that was kept before jobs had it. */
  visitId?: string;
  date: CalendarDay;
  /** For people: whose yard it is, and where. */
  customerName: string;
  street: string;
  /** Undefined while its start is not sent. */
  workId?: string;
};

/** Which visit it is. */
export type VisitKey = Pick<VisitOfEntry, 'engagementId' | 'date'>;

export type NewEntry = {
  userId: string;
  visit: VisitOfEntry;
  change: VisitChange;
  /** When it was tapped, an ISO instant by the server's clock. */
  tappedAt: string;
};

/** `isFinal`: sending it again would change nothing. */
export type Refusal = { message: string; isFinal: boolean };

export type OutboxEntry = NewEntry & {
  /** Grows with each entry, so that the order of ids is the order of taps. */
  id: number;
  state: 'waiting' | 'refused';
  /** Whether it was sent, with no answer yet: the server may know of it already. */
  wasTried: boolean;
  /** Why the server refused it, in its words. */
  refusal?: Refusal;
};

/** @returns whether both are about one visit */
export const isSameVisit = (a: VisitKey, b: VisitKey): boolean =>
  a.engagementId === b.engagementId && isSameDay(a.date, b.date);

/** @returns which visit a job of the itinerary is */
export const keyOf = ({ engagement, scheduleInstance }: Job): VisitKey => ({
  engagementId: engagement.id,
  date: scheduleInstance.date,
});

/** @returns the visit of a job; the id of a visit whose start waits is empty, and left out */
export function visitOf(job: Job, workerProfileId: string): VisitOfEntry {
  const { visitId, engagement, customerProfile, work } = job;
  return {
    ...keyOf(job),
    ...(visitId && { visitId }),
    workerProfileId,
    customerName: fullName(customerProfile),
    street: engagement.serviceAddress.streetAddress1,
    ...(work?.id ? { workId: work.id } : {}),
  };
}

/** @returns whether the second change adds nothing to the first */
export function isSameChange(a: VisitChange, b: VisitChange): boolean {
  if (a.kind === 'step' && b.kind === 'step') return a.status === b.status;
  if (a.kind === 'photo' && b.kind === 'photo') return a.fileId === b.fileId;
  if (a.kind === 'note' && b.kind === 'note') return a.noteId === b.noteId;
  return a.kind === b.kind;
}

/** Whether it is no tap of the visit's steps, so that no step depends on it. */
export const isAside = ({ change }: OutboxEntry): boolean => change.kind === 'photo' || change.kind === 'note';

/** Whether an entry must not be sent while that earlier one stands refused. */
function holds(earlier: OutboxEntry, later: OutboxEntry): boolean {
  if (earlier.state !== 'refused' || earlier.id >= later.id || !isSameVisit(earlier.visit, later.visit)) return false;
  // A note depends on nothing, and a photo of a visit that the server knows.
  if (isAside(earlier) || later.change.kind === 'note') return false;
  return later.change.kind !== 'photo' || later.visit.workId === undefined;
}

/** @returns the entries that wait for a refused one, in order */
export function heldBy(refused: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((entry) => entry.state === 'waiting' && holds(refused, entry));
}

const isHeld = (entry: OutboxEntry, entries: readonly OutboxEntry[]) => entries.some((one) => holds(one, entry));

/** @returns what may be sent, in order: neither refused nor waiting for something that was */
export function sendable(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((entry) => entry.state === 'waiting' && !isHeld(entry, entries)).sort((a, b) => a.id - b.id);
}

/** @returns the entries of one visit, in order */
export function entriesOf(visit: VisitKey, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter((entry) => isSameVisit(entry.visit, visit)).sort((a, b) => a.id - b.id);
}

/** @returns the last tap at a visit, when it has not left the phone and can be undone here */
export function lastUnsent(visit: VisitKey, entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  const own = entriesOf(visit, sendable(entries));
  const last = own.findLast((entry) => !isAside(entry));
  const isAwaited = last?.change.kind === 'start' && own.some(({ change }) => change.kind === 'photo');
  return last?.wasTried || isAwaited ? undefined : last;
}

/** @returns whether the server may take a refused entry that is sent again on that day */
export function canSucceed({ visit, change, refusal }: OutboxEntry, today: Temporal.PlainDate): boolean {
  if (refusal?.isFinal) return false;
  // The server takes photos for longer, and knows for how long.
  return change.kind === 'photo' || Temporal.PlainDate.compare(today, lastDayForSteps(plainDate(visit.date))) <= 0;
}

/**
 * @returns the job as it will be once all that waits is sent. A change that the server has made already adds nothing, so
 *   a lost answer does not show. Photos are left out: they have no address yet.
 */
export function withEntries(job: Job, entries: readonly OutboxEntry[]): Job {
  return entriesOf(keyOf(job), sendable(entries)).reduce(withChange, job);
}

function withChange(job: Job, { change }: OutboxEntry): Job {
  const { work, skip } = job;
  if (change.kind === 'skip') {
    if (skip || work?.status === 'WORK_STATUS_WORK_COMPLETED') return job;
    const kind = work && work.status !== 'WORK_STATUS_PENDING' ? 'could-not' : 'skipped';
    return withSkip(job, { kind, reason: change.reason, skippedBy: 'worker' });
  }
  const status =
    change.kind === 'start' ? 'WORK_STATUS_PENDING' : change.kind === 'step' ? change.status : work?.status;
  if (skip || !status || rank(work?.status) >= rank(status)) return job;
  return { ...job, work: { id: work?.id ?? '', status, undoUntil: null } };
}

/** @returns the job once its visit is skipped; one that was begun and given up keeps its steps */
export const withSkip = (job: Job, skip: NonNullable<Job['skip']>): Job => ({
  ...job,
  work: skip.kind === 'could-not' ? job.work : null,
  skip,
});

const rank = (status: WorkStatus | undefined) => (status ? workStatuses.indexOf(status) : -1);

/** @returns whether a visit in the first status has taken the step to the second already */
export const hasReached = (status: WorkStatus, step: WorkStatus): boolean => rank(status) >= rank(step);

/** @returns what was done, in the words of the button that did it */
export function changeLabel(change: VisitChange): string {
  if (change.kind === 'skip') return change.isGivingUp ? 'Could not do it' : 'Skip';
  if (change.kind === 'photo') return 'Photo';
  if (change.kind === 'note') return 'Note';
  const before = change.kind === 'start' ? 'WORK_STATUS_NOT_STARTED' : workStatusBefore(change.status);
  return (before && nextWorkStep(before)?.action) ?? 'Step';
}

/** @returns for example '1 change' or '3 changes' */
export const changeCount = (count: number): string => countedLabel(count, 'change');

/**
 * @param status of an answer, or the kind of failure when there was no readable one
 * @returns whether the server has refused the call for good; anything else is sent again later
 */
export function isRefusal(status: number | string): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/** @returns whether the server will refuse the call each time: what was sent is wrong, or what it is about is gone */
export const isFinalRefusal = (status: number | string): boolean => [400, 404, 410, 413, 415].includes(Number(status));
