import { median } from './load.ts';

/** A ratio of two medians, with the smallest and the largest ratio of one round. */
export type Ratio = { of: number; least: number; most: number };

/**
 * Measures several things in turn, A B C A B C …, so that other load on the machine affects all of them alike.
 * @param things each gets the number of its round, from 0 on
 * @returns the results of each, in the order of the rounds
 */
export async function inTurn<Result>(
  things: ((round: number) => Promise<Result>)[],
  rounds: number,
): Promise<Result[][]> {
  const results: Result[][] = things.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, measure] of things.entries()) results[index]?.push(await measure(round));
  }
  return results;
}

/** @param ours and `theirs`: one number for each round */
export function ratioOf(ours: number[], theirs: number[]): Ratio {
  const each = ours.map((one, round) => one / (theirs[round] ?? 0));
  return { of: median(ours) / median(theirs), least: Math.min(...each), most: Math.max(...each) };
}
