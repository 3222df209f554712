/** Who reads of which day off. */
export type AboutDayOff = { firstName: string; url: string; day: Temporal.PlainDate; name: string };

/** @param where what is to be said of each visit @returns for example ['2 of your visits are left out'] */
export const countedWhere = (where: readonly string[]): string[] =>
  [...Map.groupBy(where, (one) => one)].map(([said, { length }]) => `${visitsLabel(length)} ${said}`);

/** @returns days in their order, those first that are given */
export const inOrder = <Day extends Temporal.PlainDate | null>(days: readonly Day[]): Day[] =>
  [...days].sort((one, other) => (one && other ? Temporal.PlainDate.compare(one, other) : one ? -1 : other ? 1 : 0));

const visitsLabel = (count: number) => (count === 1 ? '1 of your visits is' : `${count} of your visits are`);
