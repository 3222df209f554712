import type * as z from 'zod/mini';
import type { search as contract, FoundEngagement } from '#contract/search.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { mostShown, selectAcross, selectAlike, selectBills } from './store.ts';
import { billNumberOf, searchQuery, searchSplits } from './words.ts';

/**
 * Finds people and engagements by the beginnings of words. All words must match one person, or one address. When
 * nothing does, some words may match a person and the others an address of that person. The number of a bill, or its end, finds
 * the bill.
 * @param typed what staff typed; it finds nothing when it is shorter than two characters, or has no letter or digit
 */
export async function search(world: World, typed: string): Promise<z.output<typeof contract.search.response>> {
  const query = searchQuery(typed);
  if (query === undefined) return answerOf(nothing);
  const number = billNumberOf(typed);
  if (number?.whole) return answerOf({ ...nothing, bills: await selectBills(world.database, number) });
  const [bills, alike] = await Promise.all([
    number ? selectBills(world.database, number) : [],
    selectAlike(world.database, query),
  ]);
  const isNothing = bills.length + alike.people.length + alike.engagements.length + alike.inquiries.length === 0;
  const splits = isNothing ? searchSplits(typed) : [];
  const across = splits.length > 0 ? await selectAcross(world.database, splits) : {};
  return answerOf({ bills, ...alike, ...across });
}

type Found = Awaited<ReturnType<typeof selectAlike>> & { bills: Awaited<ReturnType<typeof selectBills>> };
const nothing: Found = { bills: [], people: [], engagements: [], inquiries: [] };

const answerOf = ({ bills, people, engagements, inquiries }: Found) => ({
  bills: toPage(bills.map(({ customer, ...bill }) => ({ ...bill, customerName: fullName(customer) }))),
  people: toPage(people),
  engagements: toPage(engagements.map(toFoundEngagement)),
  inquiries: toPage(inquiries),
});

const toPage = <Row>(rows: Row[]) => ({ rows: rows.slice(0, mostShown), hasMore: rows.length > mostShown });

function toFoundEngagement({
  customerFirstName: firstName,
  customerLastName: lastName,
  worker,
  ...engagement
}: Awaited<ReturnType<typeof selectAlike>>['engagements'][number]): FoundEngagement {
  return { ...engagement, customerName: fullName({ firstName, lastName }), workerName: worker && fullName(worker) };
}
