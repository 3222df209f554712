import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { files, works } from '../database/schema/engagements.ts';

export type FileRow = typeof files.$inferSelect;

/** @returns the day of a visit that this worker made, its row locked until the transaction ends */
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

/** @returns how many other files of a visit are there, or were announced since a moment and may come yet */
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

/** @returns the file, announced now; undefined when its id is another file's, or it is there already */
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

/** Keeps the first moment at which the file was there. */
export async function markUploaded(database: Queryable, fileId: string, at: Temporal.Instant): Promise<void> {
  await database
    .update(files)
    .set({ uploadedAt: at })
    .where(and(eq(files.id, fileId), isNull(files.uploadedAt)));
}

/** Lets a file that is not there count as announced at a moment long enough ago. */
export async function giveUpPlace(database: Queryable, fileId: string, announcedAt: Temporal.Instant): Promise<void> {
  await database
    .update(files)
    .set({ createdAt: announcedAt })
    .where(and(eq(files.id, fileId), isNull(files.uploadedAt)));
}

/** @returns the files of these visits whose bytes are there, oldest first */
export async function selectFilesOfWorks(database: Queryable, workIds: string[]): Promise<FileRow[]> {
  if (workIds.length === 0) return [];
  return await database
    .select()
    .from(files)
    .where(and(inArray(files.workId, workIds), isNotNull(files.uploadedAt)))
    .orderBy(asc(files.createdAt), asc(files.id));
}

/** @returns the ids of files that were asked for before then and never came, which are forgotten with this */
export async function deleteUnfinished(database: Database, before: Temporal.Instant): Promise<string[]> {
  const deleted = await database
    .delete(files)
    .where(and(isNull(files.uploadedAt), lt(files.createdAt, before)))
    .returning({ id: files.id });
  return deleted.map(({ id }) => id);
}
