import type { Kind, ObjectOf } from '#sandbox/stripe/objects.ts';
import type { Business } from './business.ts';

/** @returns a line with what is expected and what is there, unless they are the same */
export function compare(what: string, expected: unknown, found: unknown): string[] {
  const [one, other] = [expected, found].map((value) => JSON.stringify(value));
  return one === other ? [] : [`${what}: expected ${one}, found ${other}`];
}

/** @returns a line for each that is missing, and one for each that is there and should not be; some may be there twice */
export function compareLists(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  const missing = expected.filter((each) => {
    const place = left.indexOf(each);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  return [
    ...missing.map((each) => `${what}: ${each} is missing`),
    ...left.map((each) => `${what}: ${each} is too much`),
  ];
}

export async function select<Row extends object>({ world }: Business, statement: string): Promise<Row[]> {
  return (await world.database.$client.query<Row>(statement)).rows;
}

/** @returns all objects of a kind that the stand-in has, oldest first */
export async function atStripe<K extends Kind>({ stripePool }: Business, kind: K): Promise<ObjectOf<K>[]> {
  const statement = 'select data from sandbox_stripe.object where kind = $1 order by position';
  return (await stripePool.query<{ data: ObjectOf<K> }>(statement, [kind])).rows.map(({ data }) => data);
}
