import { firstDayToCome } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { aboutWork, tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { movedYardLetter, officeAddressLetter } from './change-letters.ts';
import { engagementParties } from './parties.ts';
import { selectContact, selectServed, type Yard } from './served-store.ts';

/**
 * Tells the workers who come to an address that it lies elsewhere now, within the transaction of the edit; and its owner, when
 * somebody else has changed it.
 */
export async function tellOfEditedAddress(
  world: World,
  transaction: Transaction,
  before: Yard,
  after: Yard & { id: string; version: number; profileId: string },
  { isOwn }: { isOwn: boolean },
): Promise<void> {
  if (yardText(before) === yardText(after)) return;
  const owner = isOwn ? undefined : await selectContact(transaction, after.profileId);
  if (owner) {
    const url = `${world.publicUrl}/profiles/${owner.profileId}/address/${after.id}`;
    const letter = officeAddressLetter({ firstName: owner.firstName, url }, yardText(before), yardText(after));
    await tell(world, transaction, `address-changed:${after.id}:${after.version}:owner`, owner, letter);
  }
  const all = await selectServed(transaction, { addressId: after.id }, firstDayToCome(world.clock.now()));
  // One letter, however many services somebody has there, or makes single visits of.
  for (const [profileId, services] of Map.groupBy(all, ({ worker }) => worker.profileId)) {
    const [served] = services.toSorted((one, other) => one.days.length - other.days.length);
    if (!served) continue;
    const isOwn = served.days.length === 0;
    const days = isOwn ? [] : [...new Set(services.flatMap((one) => one.days))].sort();
    const event = `address-changed:${after.id}:${after.version}:${profileId}`;
    await tellWorker(world, transaction, event, before, { ...served, days });
  }
}

/**
 * Tells the workers who come for an engagement that it is for another yard now, within that transaction; and the customer,
 * when somebody else has chosen it.
 * @param version the engagement's after it
 */
export async function tellOfOtherAddress(
  world: World,
  transaction: Transaction,
  { engagementId, version }: { engagementId: string; version: number },
  before: Yard,
  { isOwn }: { isOwn: boolean },
): Promise<void> {
  const { customer, productName, street, url } = await engagementParties(world, transaction, engagementId);
  if (!isOwn && street !== before.streetAddress1) {
    const letter = officeAddressLetter({ firstName: customer.firstName, productName, url }, yardText(before), street);
    await tell(world, transaction, `address-chosen:${engagementId}:${version}:customer`, customer, letter, {
      about: engagementId,
    });
  }
  for (const served of await selectServed(transaction, { engagementId }, firstDayToCome(world.clock.now()))) {
    if (yardText(before) === yardText(served.yard)) continue;
    const event = `address-chosen:${engagementId}:${served.version}:${served.worker.profileId}`;
    await tellWorker(world, transaction, event, before, served);
  }
}

type Served = Awaited<ReturnType<typeof selectServed>>[number];

async function tellWorker(
  world: World,
  transaction: Transaction,
  event: string,
  before: Yard,
  { worker, yard, customerName, productName, days }: Served,
): Promise<void> {
  const about = {
    firstName: worker.firstName,
    customerName,
    productName,
    days: days.map((day) => Temporal.PlainDate.from(day)),
  };
  const url = `${world.publicUrl}/worker/${worker.profileId}/plan`;
  const letter = movedYardLetter({ ...about, url }, yardText(before), yardText(yard));
  await tell(world, transaction, event, worker, letter, aboutWork);
}

const yardText = ({ streetAddress1, streetAddress2, city, zipCode }: Yard): string =>
  [streetAddress1, streetAddress2, `${city} ${zipCode}`].filter(Boolean).join(', ');
