import { and, count, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { files, isSkipped, works } from '../database/schema/engagements.ts';

export type FileRow = typeof files.$inferSelect;

/** Locks the row of a visit until the transaction ends. @returns its day; undefined when another worker made it */
export async function lockOwnWork(
  transaction: Transaction,
  workId: string,
  workerProfileIds: string[],
): Promise<{ id: string; date: Temporal.PlainDate } | undefined> {
  const [work] = await transaction
    .select({ id: works.id, date: works.date })
    .from(works)
    .where(and(eq(works.id, workId), inArray(works.workerProfileId, workerProfileIds)))
    .for('update');
  return work;
}

/**
 * @returns how many other files a visit has: those that are there, and those announced since then, which may come yet
 */
export async function countOtherFiles(
  transaction: Transaction,
  { id, workId }: Pick<FileRow, 'id' | 'workId'>,
  announcedSince: Temporal.Instant,
): Promise<number> {
  const [row] = await transaction
    .select({ files: count() })
    .from(files)
    .where(
      and(
        eq(files.workId, workId),
        ne(files.id, id),
        or(isNotNull(files.uploadedAt), gt(files.createdAt, announcedSince)),
      ),
    );
  return row?.files ?? 0;
}

/** @returns a file that one of these profiles made */
export async function selectOwnFile(
  database: Queryable,
  fileId: string,
  profileIds: string[],
): Promise<FileRow | undefined> {
  const [file] = await database
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), inArray(files.createdBy, profileIds)));
  return file;
}

/** @returns the file, announced now; undefined when another file has this id, or the file is there already */
export async function announceFile(
  transaction: Transaction,
  file: typeof files.$inferInsert,
): Promise<FileRow | undefined> {
  const { workId, createdBy, createdAt } = file;
  const [announced] = await transaction
    .insert(files)
    .values(file)
    .onConflictDoUpdate({
      target: files.id,
      set: { createdAt },
      setWhere: and(eq(files.workId, workId), eq(files.createdBy, createdBy), isNull(files.uploadedAt)),
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
  const isOfSkipped = sql`exists (select from ${works} where ${works.id} = ${files.workId} and ${isSkipped})`;
  const deleted = await transaction
    .delete(files)
    .where(and(eq(files.id, fileId), sql`not ${isOfSkipped}`))
    .returning({ id: files.id });
  return deleted.length > 0;
}
