import type { Queryable } from '../database/connection.ts';
import { earningParts, moneyParts } from './export-money-store.ts';
import type { ExportedRow, ExportPart, Whose } from './export-part-store.ts';
import { personParts } from './export-person-store.ts';
import { serviceParts } from './export-services-store.ts';
import { wordParts } from './export-words-store.ts';

/** All that is exported of a person, by its name in the JSON file, under the headings of the page. */
export const exportGroups: [title: string, parts: Record<string, ExportPart>][] = [
  ['Who you are', personParts],
  ['Services and visits', serviceParts],
  ['Bills and payments', moneyParts],
  ['Earnings', earningParts],
  ['Messages, notes and changes', wordParts],
];

export type ExportedList = { name: string; title: string; group: string; rows: ExportedRow[] };

/** @returns all that is kept of a person: moments and days as texts, amounts in integer cents, and nothing of others but names that they know */
export async function selectExported(database: Queryable, whose: Whose): Promise<ExportedList[]> {
  const lists: ExportedList[] = [];
  for (const [group, parts] of exportGroups) {
    for (const [name, { title, select }] of Object.entries(parts)) {
      lists.push({ name, title, group, rows: await select(database, whose) });
    }
  }
  return lists;
}
