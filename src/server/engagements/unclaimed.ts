import { businessDay } from '#domain/calendar.ts';
import { findOverdue } from '../charges/overdue.ts';
import { unclaimedLetter } from '../messages/letters/unclaimed.ts';
import { tell } from '../messages/service.ts';
import { mayWake } from '../messages/waking.ts';
import { engagementParties } from '../parties/parties.ts';
import type { World } from '../world.ts';
import { noteUnclaimed, selectUnclaimed } from './store.ts';

const hoursToWait = 3 * 24;
const batch = 200;

/**
 * Tells customers whose request nobody has accepted for three days, once for each time that it became open, while they are
 * awake. Staff have it on their desk.
 */
export async function tellOfUnclaimed(world: World): Promise<void> {
  const now = world.clock.now();
  if (!mayWake(world, now)) return;
  for (const id of await selectUnclaimed(world.database, now.subtract({ hours: hoursToWait }), batch)) {
    try {
      await tellOne(world, id);
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'unclaimed-not-told', err: error, engagementId: id },
        'a customer was not told of waiting; will be tried again',
      );
    }
  }
}

async function tellOne(world: World, engagementId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const noted = await noteUnclaimed(transaction, engagementId);
    // No worker can accept the proposal of a customer who owes, and who was told of that.
    if (!noted || (await findOverdue(world, transaction, noted.customerProfileId)).givenUpAmount > 0) return;
    const { openSince } = noted;
    const { customer, productName, street, url } = await engagementParties(world, transaction, engagementId);
    const letter = unclaimedLetter({ firstName: customer.firstName, productName, street, url }, businessDay(openSince));
    const notAfter = world.clock.now().add({ hours: 24 });
    await tell(world, transaction, `unclaimed:${engagementId}:${openSince}`, customer, letter, {
      notAfter,
      about: engagementId,
    });
  });
}
