import { compareAfterRestore } from '../billing/standstill.ts';
import type { World } from '../world.ts';
import { beginCheck } from './service.ts';

/**
 * After a restore: reads at Stripe what was collected since the backup, and begins a check of the money, which hears what
 * else has happened there. What nobody takes over then stands on the desk.
 */
export async function lookAfterRestore(world: World): Promise<void> {
  if (await compareAfterRestore(world)) await beginCheck(world, null);
}
