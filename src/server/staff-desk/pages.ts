import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';

/** How many rows a page of a whole list has. */
export const pageSize = 50;

/** An empty page ends a list, unless it comes after something that never was. */
export async function requireCursor(
  what: string,
  after: string | undefined,
  exists: (id: string) => Promise<boolean>,
): Promise<void> {
  if (after !== undefined && !(await exists(after))) throw notFound(what);
}

/** @returns one page of what was asked for with one row more, and where the next one goes on */
export function page<Row>(
  { clock }: World,
  rows: Row[],
  idOf: (row: Row) => string,
): { rows: Row[]; next: string | null; now: string } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > pageSize ? idOf(last) : null, now: clock.now().toString() };
}
