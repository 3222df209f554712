import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { shown } from '../database/schema/columns.ts';
import { notes } from '../database/schema/notes.ts';
import { profiles } from '../database/schema/profiles.ts';

const writer = alias(profiles, 'writer');
const fields = {
  id: notes.id,
  text: notes.text,
  byProfileId: notes.byProfileId,
  by: sql<string>`${writer.firstName} || ' ' || ${writer.lastName}`,
  createdAt: shown(notes.createdAt),
  editedAt: shown(notes.editedAt),
  version: notes.version,
  engagementId: notes.engagementId,
  visitDay: notes.visitDay,
  isToCustomer: notes.isToCustomer,
  readAt: shown(notes.readAt),
};

const pageSize = 20;
const newestFirst: CursorOrder = {
  by: [notes.createdAt, notes.id],
  types: ['timestamptz', 'uuid'],
  direction: 'descending',
};

const notesOf = prepared('notes_of_profile', (database) =>
  database
    .select({
      profileId: profiles.id,
      notes: listOf(
        fields,
        sql`from (
            select * from ${notes} where ${notes.profileId} = ${profiles.id} and ${isBehindCursor(newestFirst)}
            order by ${notes.createdAt} desc, ${notes.id} desc limit ${sql.raw(String(pageSize + 1))}
          ) ${notes} join ${profiles} ${writer} on ${writer.id} = ${notes.byProfileId}`,
        sql`${notes.createdAt} desc, ${notes.id} desc`,
      ),
    })
    .from(profiles)
    .where(eq(profiles.id, sql.placeholder('profileId'))),
);
export type NoteRow = Awaited<ReturnType<typeof notesOf>>[number]['notes'][number];

/** @returns a page of the notes of a profile, newest first; undefined when there is no such profile */
export async function selectNotes(
  database: Queryable,
  profileId: string,
  after: string | undefined,
): Promise<Page<NoteRow> | undefined> {
  const [found] = await notesOf(database, { profileId, ...cursorValues(newestFirst, after) });
  return found && toPage(found.notes, pageSize, ({ createdAt, id }) => [createdAt, id]);
}

export async function selectNote(database: Queryable, noteId: string) {
  const [note] = await database
    .select({ ...fields, profileId: notes.profileId, requestDigest: notes.requestDigest })
    .from(notes)
    .innerJoin(writer, eq(writer.id, notes.byProfileId))
    .where(eq(notes.id, noteId));
  return note;
}

/** @returns what a profile is; undefined when there is none, or its person was erased */
export async function selectType(database: Queryable, profileId: string) {
  const [profile] = await database
    .select({ type: profiles.type })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, profileId), isNull(users.erasedAt)));
  return profile?.type;
}

/** Writes a note, unless there is one with this id. @returns whether it wrote it */
export async function insertNote(transaction: Transaction, note: typeof notes.$inferInsert): Promise<boolean> {
  const inserted = await transaction
    .insert(notes)
    .values(note)
    .onConflictDoNothing({ target: notes.id })
    .returning({ id: notes.id });
  return inserted.length > 0;
}

/** Writes that a note is read, unless somebody has before. */
export async function setNoteRead(
  database: Queryable,
  noteId: string,
  { readAt, readBy }: { readAt: Temporal.Instant; readBy: string | undefined },
): Promise<void> {
  await database
    .update(notes)
    .set({ readAt, readBy })
    .where(and(eq(notes.id, noteId), isNull(notes.readAt)));
}

export async function countNotesOfVisit(
  transaction: Transaction,
  engagementId: string,
  visitDay: Temporal.PlainDate,
): Promise<number> {
  const [found] = await transaction
    .select({ notes: count() })
    .from(notes)
    .where(and(eq(notes.engagementId, engagementId), eq(notes.visitDay, visitDay)));
  return found?.notes ?? 0;
}

/** @returns whether the same was written of a visit before */
export async function hasNote(
  transaction: Transaction,
  {
    engagementId,
    visitDay,
    byProfileId,
    text,
  }: { engagementId: string; visitDay: Temporal.PlainDate; byProfileId: string; text: string },
): Promise<boolean> {
  const [note] = await transaction
    .select({ id: notes.id })
    .from(notes)
    .where(
      and(
        eq(notes.engagementId, engagementId),
        eq(notes.visitDay, visitDay),
        eq(notes.byProfileId, byProfileId),
        eq(notes.text, text),
      ),
    )
    .limit(1);
  return note !== undefined;
}

/** @returns whether this version was there to change */
export async function updateNoteRow(
  database: Queryable,
  { id, version, text, editedAt }: { id: string; version: number; text: string; editedAt: Temporal.Instant },
): Promise<boolean> {
  const updated = await database
    .update(notes)
    .set({ text, editedAt, version: sql`${notes.version} + 1` })
    .where(and(eq(notes.id, id), eq(notes.version, version)))
    .returning({ id: notes.id });
  return updated.length > 0;
}

/** @returns whether it was there to delete */
export async function deleteNoteRow(transaction: Transaction, noteId: string): Promise<boolean> {
  const deleted = await transaction.delete(notes).where(eq(notes.id, noteId)).returning({ id: notes.id });
  return deleted.length > 0;
}
