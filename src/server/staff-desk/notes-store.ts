import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { shown } from '../database/schema/columns.ts';
import { notes } from '../database/schema/notes.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isUnreadNote } from '../database/schema/states.ts';
import { oldestFirst, personOf } from './list-store.ts';

const writer = alias(profiles, 'writer');
const customer = alias(profiles, 'customer');

/** What workers wrote to the office at visits and nobody of staff has read, longest waiting first. */
export const unreadNotes = {
  table: notes,
  which: isUnreadNote(notes),
  order: oldestFirst(notes.createdAt, notes.id),
  joins: sql`join ${profiles} ${writer} on ${writer.id} = ${notes.byProfileId}
    join ${profiles} ${customer} on ${customer.id} = ${notes.profileId}`,
  fields: {
    noteId: notes.id,
    engagementId: sql<string>`${notes.engagementId}`,
    customer: personOf(customer),
    worker: personOf(writer),
    date: sql<Temporal.PlainDate>`${notes.visitDay}`.mapWith(notes.visitDay),
    text: notes.text,
    writtenAt: shown(notes.createdAt),
  },
};
