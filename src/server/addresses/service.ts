import type * as z from 'zod/mini';
import type { Address, AddressUpdate, NewAddress } from '#contract/addresses.ts';
import { isInServiceArea, outsideArea } from '#domain/service-area.ts';
import type { Transaction } from '../database/connection.ts';
import { tellOfEditedAddress } from '../engagements/moved-yards.ts';
import type { Coordinates } from '../geocoding/coordinates.ts';
import { locate } from '../geocoding/locate.ts';
import { findZip } from '../geocoding/zip-codes.ts';
import { type Caller, holds, profileIds, requireSameId } from '../http/access.ts';
import { ApiError, changedMeanwhile, notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  type AddressRow,
  archiveAddressRow,
  clearOtherPrimaries,
  insertAddress,
  isUsedByLiveEngagement,
  lockAddress,
  lockPrimary,
  makeOldestPrimary,
  profileExists,
  selectAddress,
  selectAddresses,
  selectCoordinates,
  updateAddressRow,
} from './store.ts';

type AddressForm = Omit<z.output<typeof NewAddress>, 'profileId'>;
type StoredCoordinates = { latitude: number | null; longitude: number | null };

const nowhere: StoredCoordinates = { latitude: null, longitude: null };

/**
 * @returns a profile's addresses, sorted by label
 * @throws ApiError NOT_FOUND when there is no such profile
 */
export async function listAddresses(world: World, profileId: string): Promise<Address[]> {
  const rows = await selectAddresses(world.database, profileId);
  if (rows.length === 0 && !(await profileExists(world.database, profileId))) throw notFound('Profile');
  return rows.map(toAddress);
}

/**
 * Adds an address to a profile; its label starts as its first street line.
 * @throws ApiError INVALID_INPUT for another profile's id in the form
 */
export async function createAddress(
  world: World,
  profileId: string,
  form: z.output<typeof NewAddress>,
): Promise<Address> {
  requireSameId('body.profileId', form.profileId, profileId);
  const place = (await locate(world, form)) ?? nowhere;
  return await world.database.transaction((transaction) => insert(world, transaction, profileId, form, place));
}

/**
 * The same within a transaction that makes the profile too. It lies in the middle of its zip code: no transaction waits
 * for a geocoder.
 */
export async function addAddress(
  world: World,
  transaction: Transaction,
  profileId: string,
  form: AddressForm,
): Promise<Address> {
  return await insert(world, transaction, profileId, form, (await findZip(form.zipCode)) ?? nowhere);
}

async function insert(
  world: World,
  transaction: Transaction,
  profileId: string,
  form: AddressForm,
  { latitude, longitude }: StoredCoordinates,
): Promise<Address> {
  if (form.primaryAddress) await clearOtherPrimaries(transaction, profileId);
  const address = await insertAddress(transaction, {
    ...formFields(form),
    ...notes(form),
    profileId,
    latitude,
    longitude,
    label: form.streetAddress1,
    primaryAddress: form.primaryAddress ?? false,
    createdAt: world.clock.now(),
  });
  return toAddress(address);
}

/** @throws ApiError NOT_FOUND unless it is the caller's own, or the caller is staff */
export async function getAddress(world: World, caller: Caller, addressId: string): Promise<Address> {
  const whose = holds(caller, 'PROFILE_TYPE_EMPLOYEE') ? 'any' : profileIds(caller);
  const address = await selectAddress(world.database, addressId, whose);
  if (!address) throw notFound('Address');
  return toAddress(address);
}

/**
 * Changes an address; the workers who come there are told when it lies elsewhere now.
 * @throws ApiError NOT_FOUND unless it is the caller's own, INVALID_INPUT for another address's id in the form, CONFLICT
 *   when it is no longer the version that the form was filled in on, IN_USE when it would leave the service area while a
 *   live engagement is served there
 */
export async function updateAddress(
  world: World,
  caller: Caller,
  addressId: string,
  form: z.output<typeof AddressUpdate>,
): Promise<Address> {
  requireSameId('body.id', form.id, addressId);
  const place = await coordinatesAfter(world, form, await requireOwn(world, caller, addressId));
  return await world.database.transaction(async (transaction) => {
    if (!isInServiceArea(form)) await lockAddress(transaction, addressId);
    const current = await selectAddress(transaction, addressId, profileIds(caller));
    if (!current) throw notFound('Address');
    await requireStaysInArea(transaction, current, form);
    if (form.primaryAddress) await clearOtherPrimaries(transaction, current.profileId, addressId);
    const address = await updateAddressRow(transaction, addressId, form.version, {
      ...formFields(form),
      ...notes(form),
      ...place,
      label: form.label,
      primaryAddress: form.primaryAddress,
    });
    if (!address) throw changedMeanwhile('address');
    await tellOfEditedAddress(world, transaction, current, address);
    return toAddress(address);
  });
}

/** One that lay outside before may stay there, so that its notes and its street can be corrected. */
async function requireStaysInArea(
  transaction: Transaction,
  current: AddressRow,
  form: z.output<typeof AddressUpdate>,
): Promise<void> {
  if (isInServiceArea(form) || !isInServiceArea(current)) return;
  if (!(await isUsedByLiveEngagement(transaction, current.id, 'service'))) return;
  const message = `${outsideArea(form)} An engagement that is not over yet is served at this address: please choose another address for it, or cancel it, first.`;
  throw new ApiError('IN_USE', message, [{ path: 'body.zipCode', message }]);
}

/**
 * Takes an address out of use: it is gone from lists and forms, while engagements that have ended still show it. When it
 * was the primary one, the oldest of the others takes its place.
 * @throws ApiError NOT_FOUND unless it is the caller's own, IN_USE while a live engagement needs it
 */
export async function archiveAddress(world: World, caller: Caller, addressId: string): Promise<void> {
  const { profileId } = await requireOwn(world, caller, addressId);
  await world.database.transaction(async (transaction) => {
    await lockPrimary(transaction, profileId);
    const current = await lockAddress(transaction, addressId);
    if (!current) throw notFound('Address');
    if (await isUsedByLiveEngagement(transaction, addressId)) {
      throw new ApiError(
        'IN_USE',
        'An engagement that is not over yet uses this address. Please choose another address for the engagement, or cancel it, first.',
      );
    }
    await archiveAddressRow(transaction, addressId, world.clock.now());
    if (current.primaryAddress) await makeOldestPrimary(transaction, profileId);
  });
}

/**
 * @returns where addresses lie, by id: as they were located when they were saved, else the middle of their zip code; an
 *   address that is not there or whose zip code nobody knows is left out
 */
export async function coordinatesOf(
  { database }: Pick<World, 'database'>,
  addressIds: readonly string[],
): Promise<Map<string, Coordinates>> {
  const found = new Map<string, Coordinates>();
  if (addressIds.length === 0) return found;
  for (const { id, zipCode, latitude, longitude } of await selectCoordinates(database, [...addressIds])) {
    const place = latitude === null || longitude === null ? await findZip(zipCode) : { latitude, longitude };
    if (place) found.set(id, { latitude: place.latitude, longitude: place.longitude });
  }
  return found;
}

/** @returns the address as the contract has it */
function toAddress(row: AddressRow): Address {
  const { id, profileId, label, streetAddress1, city, state, zipCode, country, primaryAddress, version } = row;
  return {
    id,
    profileId,
    label,
    streetAddress1,
    streetAddress2: row.streetAddress2 ?? undefined,
    city,
    state,
    zipCode,
    country,
    primaryAddress,
    gateNotes: row.gateNotes ?? undefined,
    dogNotes: row.dogNotes ?? undefined,
    version,
  };
}

async function requireOwn(world: World, caller: Caller, addressId: string): Promise<AddressRow> {
  const address = await selectAddress(world.database, addressId, profileIds(caller));
  if (!address) throw notFound('Address');
  return address;
}

/** @returns where the address lies once the form is saved; looked up only when that may have changed */
async function coordinatesAfter(
  world: World,
  form: z.output<typeof AddressUpdate>,
  current: AddressRow,
): Promise<StoredCoordinates> {
  const { latitude, longitude } = current;
  const isSame = (['streetAddress1', 'city', 'state', 'zipCode'] as const).every((key) => form[key] === current[key]);
  if (isSame && latitude !== null && longitude !== null) return { latitude, longitude };
  const place = (await locate(world, form)) ?? nowhere;
  return { latitude: place.latitude, longitude: place.longitude };
}

function formFields({ streetAddress1, streetAddress2, city, state, zipCode, country }: AddressForm) {
  return { streetAddress1, streetAddress2: streetAddress2 || null, city, state, zipCode, country };
}

/** Notes that a form does not speak of stay as they are; empty ones are taken away. */
function notes({ gateNotes, dogNotes }: Pick<AddressForm, 'gateNotes' | 'dogNotes'>) {
  return {
    gateNotes: gateNotes === undefined ? undefined : gateNotes || null,
    dogNotes: dogNotes === undefined ? undefined : dogNotes || null,
  };
}
