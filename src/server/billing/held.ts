import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { makeHeldDue } from './held-store.ts';

/** Lets the next sweep collect what was held because this worker could not be paid. */
export async function releaseHeldCharges(world: World, transaction: Transaction, userId: string): Promise<void> {
  await makeHeldDue(transaction, userId, world.clock.now());
}
