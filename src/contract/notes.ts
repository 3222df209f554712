import * as z from 'zod/mini';
import { longestNote, longestVisitNote, noteReaders } from '#domain/notes.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, calendarDayField, Id, Instant, longText, versionField } from './fields.ts';
import { page } from './page.ts';
import { TappedAt } from './works.ts';

/** What staff write down of a person, or a worker of a visit; staff read all of it. */
const Note = z.object({
  id: Id,
  text: z.string(),
  /** Who wrote it. */
  by: z.string(),
  createdAt: Instant,
  /** When it was changed last; null when it never was. */
  editedAt: z.nullable(Instant),
  /** Whether the caller wrote it, and so may change it. */
  isOwn: z.boolean(),
  version: z.int(),
  /** The visit at which a worker wrote it, for whom, and whether staff have read what is for them; null for a note of staff. */
  visit: z.nullable(
    z.object({ engagementId: Id, date: CalendarDay, reader: z.enum(noteReaders), readAt: z.nullable(Instant) }),
  ),
});
export type Note = z.infer<typeof Note>;

const text = longText('Please write something.', longestNote);
const oneNote = z.object({ note: Note });
const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const notes = {
  listNotes: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}/notes',
    summary: 'What staff have written down of a customer or worker, and workers at visits, newest first, 20 at a time.',
    access: staff,
    ...page(['moment', 'id'], { notes: z.array(Note) }),
    provides: ['notes'],
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/notes',
    summary: 'Writes down a note of a customer or worker.',
    access: staff,
    /** The browser makes the id, so that a repeat after a lost answer makes no second note; other words with it are refused. */
    body: z.object({ id: Id, text }),
    response: oneNote,
    invalidates: ['notes'],
  }),
  updateNote: endpoint({
    method: 'PUT',
    path: '/v1/notes/{noteId}',
    summary: 'Changes a note of the caller’s own.',
    access: staff,
    body: z.object({ text, version: versionField }),
    response: oneNote,
    invalidates: ['notes'],
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/v1/notes/{noteId}',
    summary:
      'Deletes a note, the caller’s own; of somebody else only with the right to close accounts. The record keeps who did.',
    access: staff,
    response: Done,
    invalidates: ['notes'],
  }),
};

/** What is written at a visit; the browser loads its calls when somebody writes or reads one. */
export const visitNotes = {
  readNote: endpoint({
    method: 'POST',
    path: '/v1/notes/{noteId}/read',
    summary: 'Takes a note of a worker to the office off the desk: somebody has read it.',
    access: staff,
    response: Done,
    invalidates: ['notes', 'staffDesk'],
  }),
  createVisitNote: endpoint({
    method: 'POST',
    path: '/v1/workers/{workerProfileId}/itinerary/notes',
    summary: 'Writes a note at a visit: to the customer, who is told and finds it at the visit, or to the office.',
    access: only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } }),
    body: z.object({
      /** The phone makes the id, so that what is sent twice stands and is told once. */
      id: Id,
      engagementId: Id,
      date: calendarDayField('Please pick a day.'),
      reader: z.enum(noteReaders),
      text: longText('Please write something.', longestVisitNote),
      tappedAt: TappedAt,
    }),
    response: Done,
    invalidates: ['engagements', 'itinerary'],
  }),
};
