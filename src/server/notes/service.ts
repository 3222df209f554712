import type { Note } from '#contract/notes.ts';
import { calendarDay } from '#domain/calendar.ts';
import { differing, forgetWords, ownValues, record } from '../changes/record.ts';
import { type Caller, holdsProfile, may, profileIds } from '../http/access.ts';
import { ApiError, changedMeanwhile, notFound, notNow } from '../http/errors.ts';
import { undoMessages } from '../messages/take-back.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import {
  deleteNoteRow,
  insertNote,
  type NoteRow,
  selectNote,
  selectNotes,
  selectType,
  setNoteRead,
  updateNoteRow,
} from './store.ts';
import { toldAs } from './visit-notes.ts';

/**
 * @returns a page of the notes of a customer or worker, newest first
 * @throws ApiError NOT_FOUND
 */
export async function listNotes(
  world: World,
  caller: Caller,
  profileId: string,
  after: string | undefined,
): Promise<{ notes: Note[]; next: string | null }> {
  const found = await selectNotes(world.database, profileId, after);
  if (!found) throw notFound('Profile');
  return { notes: found.rows.map((row) => toNote(row, caller)), next: found.next };
}

/**
 * Writes a note of a customer or worker. A repeat finds it written.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW of an employee, CONFLICT when other words came with this id
 */
export async function createNote(
  world: World,
  caller: Caller,
  profileId: string,
  { id, text }: { id: string; text: string },
): Promise<Note> {
  const type = await selectType(world.database, profileId);
  if (!type) throw notFound('Profile');
  if (type === 'PROFILE_TYPE_EMPLOYEE') {
    throw notNow('Notes are of customers and workers.');
  }
  const [byProfileId = ''] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const requestDigest = digestOf(id, { text });
  await world.database.transaction(async (transaction) => {
    const row = { id, profileId, text, byProfileId, createdAt: world.clock.now(), requestDigest };
    if (!(await insertNote(transaction, row))) return;
    const fields = ownValues(differing(undefined, { note: text }));
    const written = { kind: 'note-written', by: caller.userId, subjectId: id, about: profileId, fields } as const;
    await record(world, transaction, written);
  });
  const note = await selectNote(world.database, id);
  // Somebody else's has this id.
  if (note?.profileId !== profileId || note.byProfileId !== byProfileId) throw notFound('Note');
  requireRepeat(
    note.requestDigest,
    requestDigest,
    'body.id',
    'This note was saved before with other words, and stands among the notes. Please read it there; saved once more, what you typed since becomes a note of its own.',
  );
  return toNote(note, caller);
}

/** @throws ApiError NOT_FOUND, FORBIDDEN for what somebody else wrote, CONFLICT when it has changed since it was shown */
export async function updateNote(
  world: World,
  caller: Caller,
  noteId: string,
  { text, version }: { text: string; version: number },
): Promise<Note> {
  const note = await requireNote(world, noteId);
  if (!isOwn(note, caller)) throw new ApiError('FORBIDDEN', 'Only who wrote a note can change it.');
  if (note.text !== text) {
    await world.database.transaction(async (transaction) => {
      const set = { id: noteId, version, text, editedAt: world.clock.now() };
      if (!(await updateNoteRow(transaction, set))) throw changedMeanwhile('note');
      const fields = ownValues(differing({ note: note.text }, { note: text }));
      const changed = {
        kind: 'note-changed',
        by: caller.userId,
        subjectId: noteId,
        about: note.profileId,
        fields,
      } as const;
      await record(world, transaction, changed);
    });
  }
  return toNote(await requireNote(world, noteId), caller);
}

/**
 * Deletes a note: their own, or with the right `people` anybody's. The record says who did, and not what stood there.
 * What is deleted already is not there.
 * @throws ApiError NOT_FOUND, FORBIDDEN for what somebody else wrote
 */
export async function deleteNote(world: World, caller: Caller, noteId: string): Promise<void> {
  const note = await requireNote(world, noteId);
  if (!isOwn(note, caller) && !may(caller, 'people')) {
    throw new ApiError('FORBIDDEN', 'Only who wrote a note, a manager or an owner can delete it.');
  }
  await world.database.transaction(async (transaction) => {
    if (!(await deleteNoteRow(transaction, noteId))) return;
    if (note.isToCustomer) await undoMessages(transaction, toldAs(noteId));
    await forgetWords(transaction, noteId);
    await record(world, transaction, { kind: 'note-deleted', by: caller.userId, subjectId: note.profileId });
  });
}

/**
 * Notes that somebody of staff has read what a worker wrote to the office. The first one counts.
 * @throws ApiError NOT_FOUND for what is nothing of the kind
 */
export async function readNote(world: World, caller: Caller, noteId: string): Promise<void> {
  const note = await requireNote(world, noteId);
  if (!note.engagementId || note.isToCustomer) throw notFound('Note');
  const [readBy] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  await setNoteRead(world.database, noteId, { readAt: world.clock.now(), readBy });
}

async function requireNote(world: World, noteId: string) {
  const note = await selectNote(world.database, noteId);
  if (!note) throw notFound('Note');
  return note;
}

const isOwn = ({ byProfileId }: Pick<NoteRow, 'byProfileId'>, caller: Caller): boolean =>
  holdsProfile(caller, 'PROFILE_TYPE_EMPLOYEE', byProfileId);

function toNote(row: NoteRow, caller: Caller): Note {
  const { id, text, by, createdAt, editedAt, version } = row;
  return { id, text, by, createdAt, editedAt, version, isOwn: isOwn(row, caller), visit: toVisit(row) };
}

function toVisit({ engagementId, visitDay, isToCustomer, readAt }: NoteRow): Note['visit'] {
  if (!engagementId || !visitDay) return null;
  return { engagementId, date: calendarDay(visitDay), reader: isToCustomer ? 'customer' : 'office', readAt };
}
