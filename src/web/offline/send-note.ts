import { visitNoteApi } from '#web/api/visit-note-api.ts';
import { store } from '#web/app/store.ts';
import type { NoteToSend, VisitOfEntry } from './outbox-entry.ts';

/** Sends a note; sent again it changes nothing. @returns why it failed, if it did */
export async function sendNote(
  { workerProfileId, engagementId, date }: VisitOfEntry,
  { noteId: id, reader, text }: NoteToSend,
  tappedAt: string,
): Promise<unknown> {
  const call = visitNoteApi.endpoints.createVisitNote.initiate({
    params: { workerProfileId },
    body: { id, engagementId, date, reader, text, tappedAt },
  });
  return (await store.dispatch(call)).error;
}
