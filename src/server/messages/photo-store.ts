import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { hotWrite } from '../database/hot-write.ts';
import { files } from '../database/schema/engagements.ts';
import { photoLinks } from '../database/schema/messages.ts';

const keepLink = hotWrite('keep_photo_link', (database) =>
  database
    .insert(photoLinks)
    .select(
      sql`select ${files.workId}, ${sql.placeholder('token')}::text, ${sql.placeholder('expiresAt')}::timestamptz from ${files}
        where ${files.workId} = ${sql.placeholder('workId')}::uuid and ${files.uploadedAt} is not null limit 1`,
    )
    .onConflictDoUpdate({ target: photoLinks.workId, set: { expiresAt: sql`${photoLinks.expiresAt}` } })
    .returning({ token: photoLinks.token }),
);

/**
 * Makes the link to a visit's photo, or keeps the one that there is.
 * @param link what it is if there is none yet
 * @returns its token; undefined when the visit has no photo
 */
export async function keepPhotoLink(
  database: Queryable,
  { workId, token, expiresAt }: typeof photoLinks.$inferInsert,
): Promise<string | undefined> {
  const [kept] = await keepLink(database, { workId, token, expiresAt: expiresAt.toString() });
  return kept?.token;
}

/** @returns the newest photo of the visit that a link is to; undefined when there is none, or the link is too old */
export async function selectPhoto(database: Queryable, token: string, now: Temporal.Instant) {
  const [photo] = await database
    .select({ fileId: files.id, fileName: files.fileName })
    .from(photoLinks)
    .innerJoin(files, and(eq(files.workId, photoLinks.workId), isNotNull(files.uploadedAt)))
    .where(and(eq(photoLinks.token, token), gt(photoLinks.expiresAt, now)))
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(1);
  return photo;
}
