import { firstDayToCome } from '#domain/visit-class.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { movedYardLetter, officeAddressLetter } from '../messages/letters/address-changed.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { engagementParties } from '../parties/parties.ts';
import type { World } from '../world.ts';
import { selectContact, selectServed, selectYard, type Yard } from './served-store.ts';
import { deleteUntoldYard, insertUntoldYards, selectUntoldSubjects, takeUntoldYards } from './untold-yards-store.ts';

/**
 * Keeps where the workers who come to an address believe it to be, and its owner, when somebody else has changed it, within the
 * transaction of the edit: a minute after the last one they are told where it is, if that is elsewhere.
 */
export async function keepEditedAddress(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  before: Yard,
  after: Yard & { id: string; profileId: string },
  { isOwn }: { isOwn: boolean },
): Promise<void> {
  if (isSame(yardText(before), yardText(after))) return;
  const served = await selectServed(transaction, { addressId: after.id }, firstDayToCome(world.clock.now()));
  await keep(world, transaction, { id: after.id, kind: 'changed', before }, served, { id: after.profileId, isOwn });
}

/** As `keepEditedAddress`, when another yard was chosen for an engagement; its customer is told when somebody else has done so. */
export async function keepOtherAddress(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  { engagementId, customerProfileId }: { engagementId: string; customerProfileId: string },
  before: Yard,
  { isOwn }: { isOwn: boolean },
): Promise<void> {
  const served = await selectServed(transaction, { engagementId }, firstDayToCome(world.clock.now()));
  await keep(world, transaction, { id: engagementId, kind: 'chosen', before }, served, {
    id: customerProfileId,
    isOwn,
  });
}

async function keep(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { id: subjectId, kind, before }: { id: string; kind: 'changed' | 'chosen'; before: Yard },
  served: readonly Served[],
  owner: { id: string; isOwn: boolean },
): Promise<void> {
  const readers = new Set(served.map(({ worker }) => worker.profileId));
  if (!owner.isOwn) readers.add(owner.id);
  // Who changes it knows where it was and where it is.
  else await deleteUntoldYard(transaction, subjectId, owner.id);
  const dueAt = clock.now().add({ seconds: undoSeconds });
  await insertUntoldYards(transaction, { subjectId, kind, before: yardText(before), dueAt }, [...readers].sort());
}

/** Tells everybody who believes an address, or the yard of a service, to be elsewhere, a minute after the last change. */
export async function tellOfYards(world: World): Promise<void> {
  for (const { subjectId, kind } of await selectUntoldSubjects(world.database, world.clock.now())) {
    await world.database.transaction(async (transaction) => {
      const rows = await takeUntoldYards(transaction, subjectId, world.clock.now());
      const believed = new Map(rows.map(({ profileId, before }) => [profileId, before]));
      if (kind === 'changed') await tellOfEditedAddress(world, transaction, subjectId, believed);
      else await tellOfOtherAddress(world, transaction, subjectId, believed);
    });
  }
}

/** What each reader believes, by profile. */
type Believed = ReadonlyMap<string, string>;

async function tellOfEditedAddress(
  world: World,
  transaction: Transaction,
  addressId: string,
  believed: Believed,
): Promise<void> {
  const address = await selectYard(transaction, { addressId });
  if (!address) return;
  const event = `address-changed:${addressId}:${address.version}`;
  const now = yardText(address);
  const before = believed.get(address.profileId);
  const owner = before && !isSame(before, now) ? await selectContact(transaction, address.profileId) : undefined;
  if (owner && before) {
    const url = `${world.publicUrl}/profiles/${owner.profileId}/address/${addressId}`;
    const letter = officeAddressLetter({ firstName: owner.firstName, url }, before, now);
    await tell(world, transaction, `${event}:owner`, owner, letter);
  }
  const all = await selectServed(transaction, { addressId }, firstDayToCome(world.clock.now()));
  // One letter, however many services somebody has there, or makes single visits of.
  for (const [profileId, services] of Map.groupBy(all, ({ worker }) => worker.profileId)) {
    const [served] = services.toSorted((one, other) => one.days.length - other.days.length);
    if (!served) continue;
    const isOwn = served.days.length === 0;
    const days = isOwn ? [] : [...new Set(services.flatMap((one) => one.days))].sort();
    await tellWorker(world, transaction, `${event}:${profileId}`, believed, { ...served, days });
  }
}

async function tellOfOtherAddress(
  world: World,
  transaction: Transaction,
  engagementId: string,
  believed: Believed,
): Promise<void> {
  const yard = await selectYard(transaction, { engagementId });
  if (!yard) return;
  const event = `address-chosen:${engagementId}:${yard.version}`;
  const before = believed.get(yard.profileId);
  if (before && !isSame(before, yardText(yard))) {
    const { customer, productName, url } = await engagementParties(world, transaction, engagementId);
    const letter = officeAddressLetter({ firstName: customer.firstName, productName, url }, before, yardText(yard));
    await tell(world, transaction, `${event}:customer`, customer, letter, { about: engagementId });
  }
  for (const served of await selectServed(transaction, { engagementId }, firstDayToCome(world.clock.now()))) {
    await tellWorker(world, transaction, `${event}:${served.worker.profileId}`, believed, served);
  }
}

type Served = Awaited<ReturnType<typeof selectServed>>[number];

async function tellWorker(
  world: World,
  transaction: Transaction,
  event: string,
  believed: Believed,
  { worker, yard, customerName, productName, days }: Served,
): Promise<void> {
  const before = believed.get(worker.profileId);
  if (before === undefined || isSame(before, yardText(yard))) return;
  const about = {
    firstName: worker.firstName,
    customerName,
    productName,
    days: days.map((day) => Temporal.PlainDate.from(day)),
  };
  const url = `${world.publicUrl}/worker/${worker.profileId}/plan`;
  await tell(world, transaction, event, worker, movedYardLetter({ ...about, url }, before, yardText(yard)), aboutWork);
}

const yardText = ({ streetAddress1, streetAddress2, city, zipCode }: Yard): string =>
  [streetAddress1, streetAddress2, `${city} ${zipCode}`].filter(Boolean).join(', ');

/** Whether it is the same place: capitals do not move a yard. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
