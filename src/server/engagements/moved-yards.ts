import type { Transaction } from '../database/connection.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { movedYardLetter } from './change-letters.ts';
import { selectServed, type Yard } from './served-store.ts';

/** Tells the workers who come to an address that it lies elsewhere now, within the transaction of the edit. */
export async function tellOfEditedAddress(
  world: World,
  transaction: Transaction,
  before: Yard,
  after: Yard & { id: string; version: number },
): Promise<void> {
  if (yardText(before) === yardText(after)) return;
  const told = new Set<string>();
  for (const served of await selectServed(transaction, { addressId: after.id })) {
    // One letter, however many services somebody has there.
    if (told.has(served.worker.profileId)) continue;
    told.add(served.worker.profileId);
    const event = `address-changed:${after.id}:${after.version}:${served.worker.profileId}`;
    await tellWorker(world, transaction, event, before, served);
  }
}

/** Tells the worker of an engagement, if it has one, that it is for another yard now; within that transaction. */
export async function tellOfOtherAddress(
  world: World,
  transaction: Transaction,
  engagementId: string,
  before: Yard,
): Promise<void> {
  for (const served of await selectServed(transaction, { engagementId })) {
    if (yardText(before) === yardText(served.yard)) continue;
    const event = `address-chosen:${engagementId}:${served.version}`;
    await tellWorker(world, transaction, event, before, served);
  }
}

type Served = Awaited<ReturnType<typeof selectServed>>[number];

async function tellWorker(
  world: World,
  transaction: Transaction,
  event: string,
  before: Yard,
  { worker, yard, customerName, productName }: Served,
): Promise<void> {
  const about = { firstName: worker.firstName, customerName, productName };
  const url = `${world.publicUrl}/worker/${worker.profileId}/plan`;
  await tell(world, transaction, event, worker, movedYardLetter({ ...about, url }, yardText(before), yardText(yard)));
}

const yardText = ({ streetAddress1, streetAddress2, city, zipCode }: Yard): string =>
  [streetAddress1, streetAddress2, `${city} ${zipCode}`].filter(Boolean).join(', ');
