import * as z from 'zod/mini';
import { longestNote } from '#domain/notes.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { Id, Instant, longText, versionField } from './fields.ts';
import { page } from './page.ts';

/** What staff write down of a person, for staff alone. */
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
});
export type Note = z.infer<typeof Note>;

const text = longText('Please write something.', longestNote);
const oneNote = z.object({ note: Note });
const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const notes = {
  listNotes: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}/notes',
    summary: 'What staff have written down of a customer or worker, newest first, 20 at a time.',
    access: staff,
    ...page(['moment', 'id'], { notes: z.array(Note) }),
    provides: ['notes'],
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/notes',
    summary: 'Writes down a note of a customer or worker.',
    access: staff,
    /** The browser makes the id, so that a repeat after a lost answer makes no second note. */
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
