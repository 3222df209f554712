import { businessDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { takeNumbers } from './bill-store.ts';

/**
 * Takes the next numbers of bills. Until the transaction ends everybody else who makes bills waits.
 * @returns them, such as 'Y-2026-000123', and the moment of the bills, which is in the year of the numbers
 */
export async function numberBills(
  { clock, settings }: Pick<World, 'clock' | 'settings'>,
  transaction: Transaction,
  count: number,
) {
  const asked = clock.now();
  const { year } = businessDay(asked);
  const numbers = await takeNumbers(transaction, year, count, settings.at(asked).billPrefix);
  // Only now, when nobody else makes bills: so the bills of a year stand in the order of their numbers.
  const taken = clock.now();
  // Who waited past New Year has numbers of the old one.
  return { numbers, createdAt: businessDay(taken).year === year ? taken : asked };
}
