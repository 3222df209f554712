import type * as z from 'zod/mini';
import type { search as contract, FoundEngagement, FoundPerson } from '#contract/search.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { selectAcross, selectEngagements, selectPeople } from './store.ts';
import { searchQuery, searchSplits } from './words.ts';

/** How many results of a kind the answer has. */
const most = 20;

/**
 * Finds people and engagements by the beginnings of words. All words must match one person, or one address. When
 * nothing does, some words may match a person and the others an address of that person.
 * @param typed what staff typed; it finds nothing when it is shorter than two characters, or has no letter or digit
 */
export async function search(world: World, typed: string): Promise<z.output<typeof contract.search.response>> {
  const query = searchQuery(typed);
  if (query === undefined) return { people: toPage([]), engagements: toPage([]) };
  const [alike, theirs] = await Promise.all([
    selectPeople(world.database, query, most + 1),
    selectEngagements(world.database, query, most + 1),
  ]);
  const splits = alike.length + theirs.length === 0 ? searchSplits(typed) : [];
  const { people, engagements } =
    splits.length > 0 ? await selectAcross(world.database, splits, most + 1) : { people: alike, engagements: theirs };
  return { people: toPage(people.map(toFoundPerson)), engagements: toPage(engagements.map(toFoundEngagement)) };
}

const toPage = <Row>(rows: Row[]) => ({ rows: rows.slice(0, most), hasMore: rows.length > most });

function toFoundPerson({
  streetAddress1,
  city,
  ...person
}: Awaited<ReturnType<typeof selectPeople>>[number]): FoundPerson {
  const address = streetAddress1 === null || city === null ? null : { streetAddress1, city };
  return { ...person, address };
}

function toFoundEngagement({
  customer,
  worker,
  ...engagement
}: Awaited<ReturnType<typeof selectEngagements>>[number]): FoundEngagement {
  return { ...engagement, customerName: fullName(customer), workerName: worker && fullName(worker) };
}
