import { type SQLWrapper, sql } from 'drizzle-orm';
import { listOf } from './list-of.ts';
import { shown } from './schema/columns.ts';
import { files } from './schema/files.ts';

/** The photos of a visit, the oldest first; those whose upload has not ended are none. */
export const photosOf = (visitId: SQLWrapper) =>
  listOf(
    {
      id: files.id,
      workId: files.workId,
      fileName: files.fileName,
      contentType: files.contentType,
      createdAt: shown(files.createdAt),
    },
    sql`from ${files} where ${files.workId} = ${visitId} and ${files.uploadedAt} is not null`,
    sql`${files.createdAt}, ${files.id}`,
  );
