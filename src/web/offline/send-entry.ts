import type { Job } from '#contract/itineraries.ts';
import { isoWeekOf, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import type { ApiFailure } from '#web/api/failure.ts';
import { store } from '#web/app/store.ts';
import { changeJobs } from './loaded-weeks.ts';
import {
  hasReached,
  isFinalRefusal,
  isRefusal,
  isSameVisit,
  keyOf,
  type NoteToSend,
  type OutboxEntry,
  type PhotoToSend,
  type Refusal,
  withSkip,
} from './outbox-entry.ts';
import { putPhoto } from './put-photo.ts';
import { tapTime } from './server-clock.ts';
import { weekQuery } from './week-query.ts';

/**
 * What came of sending an entry: `workId` is of the visit that a start has made; `unanswered` is to be sent again, as it
 * may have been done or can be done later.
 */
export type Sent =
  | { result: 'done'; workId?: string }
  | { result: 'refused'; refusal: Refusal }
  | { result: 'unanswered' };

const refused = (message: string, isFinal = false): Sent => ({ result: 'refused', refusal: { message, isFinal } });

/**
 * Sends one entry. Every call answers the same when it is repeated, so that a lost answer is simply asked for again.
 * @param onProgress told of the part of a photo that is sent, 0 to 1
 */
export async function sendEntry(entry: OutboxEntry, onProgress: (part: number) => void): Promise<Sent> {
  const { visit, change } = entry;
  const tappedAt = tapTime(entry.tappedAt);
  if (change.kind === 'start') return await sendStart(entry);
  if (change.kind === 'skip') {
    const { data, error } = await store.dispatch(
      api.endpoints.createSkip.initiate({
        params: { engagementId: visit.engagementId },
        body: { visitId: visit.visitId, date: visit.date, reason: change.reason, cause: change.cause, tappedAt },
      }),
    );
    if (data) showInItinerary(entry, (job) => withSkip(job, data.skip));
    return outcome(error);
  }
  if (change.kind === 'note') return await sendNote(entry, change, tappedAt);
  const started = visit.workId === undefined ? await askForJob(entry) : undefined;
  if (started?.error) return outcome(started.error);
  const workId = visit.workId ?? started?.job?.work?.id;
  if (!workId) return refused('This visit was not started.');
  if (change.kind === 'photo') return await sendPhoto(entry, workId, change, onProgress);
  const { data, error } = await store.dispatch(
    api.endpoints.updateWork.initiate({
      params: { workerProfileId: visit.workerProfileId, workId },
      body: { status: change.status, tappedAt },
    }),
  );
  if (data) showInItinerary(entry, (job) => ({ ...job, work: data.work }));
  const sent = outcome(error);
  if (sent.result !== 'refused') return sent;
  // An answer was lost, and another phone has gone on from there.
  const status = (await askForJob(entry)).job?.work?.status;
  return status && hasReached(status, change.status) ? { result: 'done' } : sent;
}

/** Its code comes when it is needed; without it, as after a new release, the note waits. */
async function sendNote({ visit }: OutboxEntry, note: NoteToSend, tappedAt: string): Promise<Sent> {
  const sender = await import('./send-note.ts').catch(() => undefined);
  return sender ? outcome(await sender.sendNote(visit, note, tappedAt)) : { result: 'unanswered' };
}

async function sendStart(entry: OutboxEntry): Promise<Sent> {
  const { visit } = entry;
  const { data, error } = await store.dispatch(
    api.endpoints.createWork.initiate({
      params: { workerProfileId: visit.workerProfileId },
      body: {
        engagementId: visit.engagementId,
        visitId: visit.visitId,
        date: visit.date,
        tappedAt: tapTime(entry.tappedAt),
      },
    }),
  );
  if (!data) return outcome(error);
  showInItinerary(entry, (job) => ({ ...job, work: data.work }));
  return { result: 'done', workId: data.work.id };
}

/** Precondition Failed: each address is good for one PUT, and an earlier one has arrived. */
const alreadyThere = 412;

async function sendPhoto(
  entry: OutboxEntry,
  workId: string,
  { fileId, contentType, bytes }: PhotoToSend,
  onProgress: (part: number) => void,
): Promise<Sent> {
  const announced = await store.dispatch(
    api.endpoints.generatePreSignedUrl.initiate({
      body: { workId, fileId, contentType, contentLength: bytes.size },
    }),
  );
  if (!announced.data) return outcome(announced.error);
  const { uploadUrl } = announced.data;
  // No address: an answer was lost, and the bytes are there.
  const status = uploadUrl === null ? alreadyThere : await putPhoto(uploadUrl, bytes, onProgress);
  if (status === undefined) return { result: 'unanswered' };
  if (status > 299 && status !== alreadyThere) {
    return isRefusal(status) ? refused('The photo could not be stored.') : { result: 'unanswered' };
  }
  const { data, error } = await store.dispatch(api.endpoints.completeUpload.initiate({ params: { fileId } }));
  if (data) {
    showInItinerary(entry, (job) => ({
      ...job,
      photos: [...job.photos.filter(({ id }) => id !== fileId), data.photo],
    }));
  }
  return outcome(error);
}

function outcome(error: unknown): Sent {
  if (!error) return { result: 'done' };
  const { status, message } = error as ApiFailure;
  if (!isRefusal(status)) return { result: 'unanswered' };
  return refused(message || 'The server refused this change.', isFinalRefusal(status));
}

async function askForJob({ visit }: OutboxEntry): Promise<{ job?: Job | undefined; error?: unknown }> {
  const query = weekQuery(visit.workerProfileId, isoWeekOf(plainDate(visit.date)));
  const asking = api.endpoints.getItinerary.initiate(query, { forceRefetch: true, subscribe: false });
  const { data, error } = await store.dispatch(asking);
  return error ? { error } : { job: data?.jobs.find((job) => isSameVisit(keyOf(job), visit)) };
}

const showInItinerary = ({ visit }: OutboxEntry, change: (job: Job) => Job) =>
  changeJobs((job) => (isSameVisit(keyOf(job), visit) ? change(job) : job));
