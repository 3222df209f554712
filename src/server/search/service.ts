import type * as z from 'zod/mini';
import type { search as contract, FoundEngagement, FoundPerson } from '#contract/search.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { selectAcross, selectEngagements, selectPeople } from './store.ts';
import { searchQuery, searchSplits } from './words.ts';

/** How many of a kind are shown. */
const most = 20;

/**
 * Finds people and engagements by the beginnings of words: all of a person, or all of an address, and when there are none,
 * some of a person and the others of an address that is this person's.
 * @param typed what staff typed; less than two characters, or nothing but signs, finds nothing
 */
export async function search(world: World, typed: string): Promise<z.output<typeof contract.search.response>> {
  const query = searchQuery(typed);
  if (query === undefined) return { people: found([]), engagements: found([]) };
  const [alike, theirs] = await Promise.all([
    selectPeople(world.database, query, most + 1),
    selectEngagements(world.database, query, most + 1),
  ]);
  const splits = alike.length + theirs.length === 0 ? searchSplits(typed) : [];
  const { people, engagements } =
    splits.length > 0 ? await selectAcross(world.database, splits, most + 1) : { people: alike, engagements: theirs };
  return { people: found(people.map(toFoundPerson)), engagements: found(engagements.map(toFoundEngagement)) };
}

const found = <Row>(rows: Row[]) => ({ rows: rows.slice(0, most), hasMore: rows.length > most });

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
