import { fullName } from '#domain/labels.ts';
import type { Page, Slice } from '../database/page.ts';
import type { World } from '../world.ts';

/** A list of the desk. `show` gives a row its form on the wire. */
type DeskList<Row, Shown> = {
  count: () => Promise<number>;
  select: (slice: Slice) => Promise<{ rows: Row[] }>;
  show: (row: Row) => Shown;
};
/** A list that is also read page by page. */
type PagedList<Row, Shown> = {
  select: (slice: Slice) => Promise<Page<Row>>;
  show: (row: Row) => Shown;
};

/** How many rows of a list the desk shows. */
export const sectionSize = 10;
const pageSize = 50;

/** @returns the number of a list's rows, and the first of them */
export async function readSection<Row, Shown>({ count, select, show }: DeskList<Row, Shown>, limit = sectionSize) {
  const [counted, { rows }] = await Promise.all([count(), select({ limit })]);
  return { count: counted, rows: rows.map(show) };
}

/** @param after the `next` of the page before; undefined for the first page */
export async function readPage<Row, Shown>(
  { clock }: World,
  { select, show }: PagedList<Row, Shown>,
  after: string | undefined,
) {
  const { rows, next } = await select({ after, limit: pageSize });
  return { rows: rows.map(show), next, now: clock.now().toString() };
}

type NameRow = { profileId: string; firstName: string; lastName: string };

/** @returns a person's full name, and the profile that staff can open */
export const toPerson = (row: NameRow) => ({ profileId: row.profileId, name: fullName(row) });
