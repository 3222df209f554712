import type * as z from 'zod/mini';
import type { search as contract, FoundEngagement } from '#contract/search.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { mostShown, selectAcross, selectAlike, selectBill } from './store.ts';
import { billNumberOf, searchQuery, searchSplits } from './words.ts';

/**
 * Finds people and engagements by the beginnings of words. All words must match one person, or one address. When
 * nothing does, some words may match a person and the others an address of that person. The number of a bill finds the bill.
 * @param typed what staff typed; it finds nothing when it is shorter than two characters, or has no letter or digit
 */
export async function search(world: World, typed: string): Promise<z.output<typeof contract.search.response>> {
  const query = searchQuery(typed);
  if (query === undefined) return { bill: null, people: toPage([]), engagements: toPage([]) };
  const number = billNumberOf(typed);
  if (number) return { bill: await findBill(world, number), people: toPage([]), engagements: toPage([]) };
  const alike = await selectAlike(world.database, query);
  const isNothing = alike.people.length + alike.engagements.length === 0;
  const splits = isNothing ? searchSplits(typed) : [];
  const { people, engagements } = splits.length > 0 ? await selectAcross(world.database, splits) : alike;
  return { bill: null, people: toPage(people), engagements: toPage(engagements.map(toFoundEngagement)) };
}

async function findBill(world: World, number: string) {
  const found = await selectBill(world.database, number);
  if (!found) return null;
  const { customer, ...bill } = found;
  return { ...bill, customerName: fullName(customer) };
}

const toPage = <Row>(rows: Row[]) => ({ rows: rows.slice(0, mostShown), hasMore: rows.length > mostShown });

function toFoundEngagement({
  customerFirstName: firstName,
  customerLastName: lastName,
  worker,
  ...engagement
}: Awaited<ReturnType<typeof selectAlike>>['engagements'][number]): FoundEngagement {
  return { ...engagement, customerName: fullName({ firstName, lastName }), workerName: worker && fullName(worker) };
}
