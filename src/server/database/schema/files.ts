import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, refersTo } from './columns.ts';
import { profiles } from './profiles.ts';
import { visits } from './visits.ts';

/** A file that belongs to a visit, such as the photo of the closed gate. Its bytes are in the file store under its id. */
export const files = pgTable(
  'files',
  {
    id: id(),
    workId: refersTo(() => visits.id),
    fileName: text().notNull(),
    contentType: text().notNull(),
    createdBy: refersTo(() => profiles.id),
    /** When it was announced; until it is there, the last time. */
    createdAt: instant().notNull(),
    /** When its bytes were all there; null until then. */
    uploadedAt: instant(),
  },
  (table) => [
    index().on(table.workId),
    index('files_unfinished').on(table.createdAt).where(sql`${table.uploadedAt} is null`),
  ],
);
