import { createHash } from 'node:crypto';

/** Answers from 0 to 1: always the same one for a seed and a question, whatever was asked before and by whom. */
export type Dice = (question: string) => number;

export const diceOf =
  (seed: number): Dice =>
  (question) =>
    createHash('sha256').update(`${seed} ${question}`).digest().readUInt32BE() / 2 ** 32;

/** @returns one of the things */
export function pick<Thing>(dice: Dice, question: string, things: readonly [Thing, ...Thing[]]): Thing {
  return things[Math.floor(dice(question) * things.length)] ?? things[0];
}
