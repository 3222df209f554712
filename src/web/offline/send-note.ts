import { api } from '#web/api/api.ts';
import { store } from '#web/app/store.ts';
import { changeJobs } from './loaded-weeks.ts';
import { isSameVisit, keyOf, type NoteToSend, type VisitOfEntry } from './outbox-entry.ts';

/** Sends a note, and shows it at its visit; sent again it changes nothing. @returns why it failed, if it did */
export async function sendNote(visit: VisitOfEntry, note: NoteToSend, tappedAt: string): Promise<unknown> {
  const { workerProfileId, engagementId, date } = visit;
  const { noteId: id, reader, text } = note;
  const call = api.endpoints.createVisitNote.initiate({
    params: { workerProfileId },
    body: { id, engagementId, date, reader, text, tappedAt },
  });
  const { error } = await store.dispatch(call);
  if (error) return error;
  changeJobs((job) => {
    if (!isSameVisit(keyOf(job), visit)) return job;
    // A route that an earlier release has kept on the phone has none.
    const others = (job.notes ?? []).filter((other) => other.id !== id);
    return { ...job, notes: [...others, { id, reader, text }] };
  });
  return undefined;
}
