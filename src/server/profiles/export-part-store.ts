import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgSelectBuilder } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';

/** Whose data is exported. */
export type Whose = {
  userId: string;
  email: string;
  profileIds: string[];
  phones: string[];
  /** Whether one of the profiles is a worker's: what such a person reads of visits is about customers. */
  isWorker: boolean;
};

type ExportedFields = Record<string, PgColumn | SQL | SQL.Aliased>;
export type ExportedRow = Record<string, unknown>;

/** One list of an export, as the JSON file and the page have it. */
export type ExportPart = {
  /** As the page is headed. */
  title: string;
  fields: (whose: Whose) => ExportedFields;
  select: (database: Queryable, whose: Whose) => Promise<ExportedRow[]>;
};

type From = PgSelectBuilder<ExportedFields, 'db'>;

/**
 * @param fields what of each row is exported: a test compares them with the columns of their tables
 * @param find which rows, in which order
 */
export const part = (
  title: string,
  fields: ExportedFields | ((whose: Whose) => ExportedFields),
  find: (from: From, whose: Whose) => PromiseLike<ExportedRow[]>,
): ExportPart => {
  const fieldsOf = typeof fields === 'function' ? fields : () => fields;
  return {
    title,
    fields: fieldsOf,
    select: async (database, whose) => await find(database.select(fieldsOf(whose)), whose),
  };
};
