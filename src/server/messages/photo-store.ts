import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { gathered } from '../database/gathered.ts';
import { asRows } from '../database/json-rows.ts';
import { prepared } from '../database/prepared.ts';
import { files } from '../database/schema/files.ts';
import { photoLinks } from '../database/schema/messages.ts';

type Link = typeof photoLinks.$inferInsert;

/** In the order of their visits, so that two that keep several at once do not wait for each other in a circle. */
const keepLinks = prepared('keep_photo_links', (database) =>
  database
    .insert(photoLinks)
    .select(
      sql`select distinct on (link.work_id) link.work_id, link.token, link.expires_at
        from json_populate_recordset(null::${photoLinks}, ${sql.placeholder('rows')}::json) link
        where exists (select from ${files} where ${files.workId} = link.work_id and ${files.uploadedAt} is not null)
        order by link.work_id`,
    )
    .onConflictDoUpdate({ target: photoLinks.workId, set: { expiresAt: sql`${photoLinks.expiresAt}` } })
    .returning({ workId: photoLinks.workId, token: photoLinks.token }),
);

/**
 * Makes the link to a visit's photo, or keeps the one that there is.
 * @param link what it is if there is none yet
 * @returns its token; undefined when the visit has no photo
 */
export const keepPhotoLink = gathered(async (database, links: Link[]) => {
  const kept = await keepLinks(database, { rows: asRows(photoLinks, links) });
  const tokens = new Map(kept.map(({ workId, token }) => [workId, token]));
  return links.map(({ workId }) => tokens.get(workId));
});

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
