import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The addresses under which exports of people's data are downloaded: for minutes, by whoever asked for one. */
export const dataExports = pgTable(
  'data_exports',
  {
    /** Of the token in the address. */
    tokenHash: text().primaryKey(),
    /** A profile of the person. It refers to nothing by a foreign key, so that a sign-up can go. */
    profileId: uuid().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);
