import { and, count, eq, gt, isNotNull, isNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { files } from '../database/schema/files.ts';
import { visits } from '../database/schema/visits.ts';

export type FileRow = typeof files.$inferSelect;

const isOneOf = (column: SQLWrapper) => sql`${column} = any(${sql.placeholder('profileIds')}::uuid[])`;

const lockOwn = prepared('lock_own_work', (database) =>
  database
    .select({ id: visits.id, date: visits.day })
    .from(visits)
    .where(and(eq(visits.id, sql.placeholder('workId')), isOneOf(visits.workerProfileId), isNotNull(visits.step)))
    .for('update'),
);

/** Locks the row of a visit until the transaction ends. @returns its day; undefined when another worker made it */
export async function lockOwnWork(
  transaction: Transaction,
  workId: string,
  profileIds: string[],
): Promise<{ id: string; date: Temporal.PlainDate } | undefined> {
  const [work] = await lockOwn(transaction, { workId, profileIds });
  return work;
}

const countOthers = prepared('count_other_files', (database) =>
  database
    .select({ files: count() })
    .from(files)
    .where(
      and(
        eq(files.workId, sql.placeholder('workId')),
        ne(files.id, sql.placeholder('id')),
        or(isNotNull(files.uploadedAt), gt(files.createdAt, sql.placeholder('announcedSince'))),
      ),
    ),
);

/**
 * @returns how many other files a visit has: those that are there, and those announced since then, which may come yet
 */
export async function countOtherFiles(
  transaction: Transaction,
  { id, workId }: Pick<FileRow, 'id' | 'workId'>,
  announcedSince: Temporal.Instant,
): Promise<number> {
  const [row] = await countOthers(transaction, { id, workId, announcedSince: `${announcedSince}` });
  return row?.files ?? 0;
}

const ownFile = prepared('own_file', (database) =>
  database
    .select()
    .from(files)
    .where(and(eq(files.id, sql.placeholder('fileId')), isOneOf(files.createdBy))),
);

/** @returns a file that one of these profiles made */
export async function selectOwnFile(
  database: Queryable,
  fileId: string,
  profileIds: string[],
): Promise<FileRow | undefined> {
  const [file] = await ownFile(database, { fileId, profileIds });
  return file;
}

/** @returns the file, announced now; undefined when another file has this id, or the file is there already */
export async function announceFile(
  transaction: Transaction,
  file: typeof files.$inferInsert,
): Promise<FileRow | undefined> {
  const [announced] = await transaction
    .insert(files)
    .values(file)
    .onConflictDoUpdate({
      target: files.id,
      set: { createdAt: sql`excluded.created_at` },
      setWhere: sql`${files.workId} = excluded.work_id and ${files.createdBy} = excluded.created_by and ${files.uploadedAt} is null`,
    })
    .returning();
  return announced;
}

/** Marks a file as there. A repeat keeps the first moment. */
export async function markUploaded(database: Queryable, fileId: string, at: Temporal.Instant): Promise<void> {
  await database
    .update(files)
    .set({ uploadedAt: at })
    .where(and(eq(files.id, fileId), isNull(files.uploadedAt)));
}

/** Dates a missing file's announcement back, so that the file no longer counts for its visit. */
export async function giveUpRoom(database: Queryable, fileId: string, announcedAt: Temporal.Instant): Promise<void> {
  await database
    .update(files)
    .set({ createdAt: announcedAt })
    .where(and(eq(files.id, fileId), isNull(files.uploadedAt)));
}

/** Deletes the rows of files that were announced before then and never came. @returns their ids */
export async function deleteUnfinished(database: Database, before: Temporal.Instant): Promise<string[]> {
  const deleted = await database
    .delete(files)
    .where(and(isNull(files.uploadedAt), lt(files.createdAt, before)))
    .returning({ id: files.id });
  return deleted.map(({ id }) => id);
}

/** @returns whether the photo was deleted: not one of a visit that could not be done, which it proves */
export async function deleteFile(transaction: Transaction, fileId: string): Promise<boolean> {
  const isOfSkipped = sql`exists (select from ${visits} where ${visits.id} = ${files.workId} and ${visits.state} in ('could-not', 'missed'))`;
  const deleted = await transaction
    .delete(files)
    .where(and(eq(files.id, fileId), sql`not ${isOfSkipped}`))
    .returning({ id: files.id });
  return deleted.length > 0;
}
