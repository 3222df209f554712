import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';

/** Which rows: those behind the `next` of the page before, and at most so many. */
export type Slice = { after?: string | undefined; limit: number };

/** A list of the desk: how many rows it has, the first of them, and a row as the contract has it. */
type DeskList<Row, Shown> = {
  count: () => Promise<number>;
  select: (slice: Slice) => Promise<{ rows: Row[] }>;
  show: (row: Row) => Shown;
};
/** One that is also read page by page. */
type PagedList<Row, Shown> = {
  select: (slice: Slice) => Promise<{ rows: Row[]; next: string | null }>;
  show: (row: Row) => Shown;
};

/** How many rows of a list are on the desk. */
export const sectionSize = 10;
const pageSize = 50;

/** @returns how many rows a list has, and the first of them */
export async function section<Row, Shown>({ count, select, show }: DeskList<Row, Shown>, limit = sectionSize) {
  const [counted, { rows }] = await Promise.all([count(), select({ limit })]);
  return { count: counted, rows: rows.map(show) };
}

/** @param after the `next` of the page before; the first page unless given */
export async function listPage<Row, Shown>(
  { clock }: World,
  { select, show }: PagedList<Row, Shown>,
  after: string | undefined,
) {
  const { rows, next } = await select({ after, limit: pageSize });
  return { rows: rows.map(show), next, now: clock.now().toString() };
}

type NameRow = { profileId: string; firstName: string; lastName: string };

/** @returns somebody by the full name, with the profile that staff can open */
export const toPerson = (row: NameRow) => ({ profileId: row.profileId, name: fullName(row) });
