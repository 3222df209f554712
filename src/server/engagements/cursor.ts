import type { EngagementView } from './view-store.ts';

/** Where a page of a list begins: behind the engagement with that moment in the list's order, and this id. */
export type Cursor = { moment: Temporal.Instant; id: string };

/**
 * A place in the open proposals as the contract has it. It holds what it takes to go on, so that nobody has to be looked
 * up, and nothing is told of an engagement that somebody else took meanwhile.
 * @returns microseconds since 1970, as exact as the database is, and the id
 */
export function proposalCursor({ openSince, id }: Pick<EngagementView['engagement'], 'openSince' | 'id'>): string {
  return `${openSince.epochNanoseconds / 1000n}_${id}`;
}

/** @param place as `proposalCursor` gives it */
export function readProposalCursor(place: string): Cursor {
  const [microseconds = '', id = ''] = place.split('_');
  return { moment: new Temporal.Instant(BigInt(microseconds) * 1000n), id };
}
