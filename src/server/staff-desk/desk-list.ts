import type { Page } from '../database/page.ts';
import type { World } from '../world.ts';

/** @returns a section of the desk as the contract has it */
export const sectionOf = <Row, Shown>({ count, rows }: { count: number; rows: Row[] }, show: (row: Row) => Shown) => ({
  count,
  rows: rows.map(show),
});

/** @returns a page of a list as the contract has it */
export const readPage = <Row, Shown>({ clock }: World, { rows, next }: Page<Row>, show: (row: Row) => Shown) => ({
  rows: rows.map(show),
  next,
  now: clock.now().toString(),
});
