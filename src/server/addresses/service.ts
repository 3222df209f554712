import type * as z from 'zod/mini';
import type { Address, AddressUpdate, NewAddress } from '#contract/addresses.ts';
import { calendarDay } from '#domain/calendar.ts';
import type { Precision } from '#domain/precision.ts';
import type { ServiceArea } from '#domain/service-area.ts';
import { differing, ownValues, record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { requireMayEdit } from '../employees/service.ts';
import type { Coordinates } from '../geocoding/coordinates.ts';
import { locate } from '../geocoding/locate.ts';
import { findZip, whyNoYard } from '../geocoding/zip-codes.ts';
import { type Caller, holds, profileIds, requireSameId } from '../http/access.ts';
import { ApiError, changedMeanwhile, invalid, notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { keepEditedAddress } from '../yards/moved-yards.ts';
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
  selectPlaces,
  updateAddressRow,
} from './store.ts';

type AddressForm = Omit<z.output<typeof NewAddress>, 'profileId'>;
type StoredCoordinates = { latitude: number | null; longitude: number | null };
type StoredPlace = StoredCoordinates & { precision: Precision | null };

const noPlace: StoredPlace = { latitude: null, longitude: null, precision: null };

/**
 * @returns a profile's addresses, sorted by label
 * @throws ApiError NOT_FOUND when there is no such profile
 */
export async function listAddresses(world: World, profileId: string): Promise<Address[]> {
  const rows = await selectAddresses(world.database, { profileId });
  if (rows.length === 0 && !(await profileExists(world.database, profileId))) throw notFound('Profile');
  return rows.map(toAddress);
}

/**
 * Adds an address to a profile: the caller's own, or for staff that of a customer or worker, which is recorded. Its first street line becomes its label.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for another profile's id in the form
 */
export async function createAddress(
  world: World,
  caller: Caller,
  profileId: string,
  form: z.output<typeof NewAddress>,
): Promise<Address> {
  const isOwn = await requireMayEdit(world.database, caller, profileId, 'Profile');
  requireSameId('body.profileId', form.profileId, profileId);
  const place = (await locate(world, form)) ?? noPlace;
  return await world.database.transaction(async (transaction) => {
    const address = await insert(world, transaction, profileId, form, place);
    if (!isOwn) await record(world, transaction, { kind: 'address-added', by: caller.userId, subjectId: profileId });
    return address;
  });
}

/**
 * Adds an address within the transaction that makes its profile. It gets the coordinates of its zip code, because no
 * transaction waits for a geocoder; the sweep asks one (`locating.ts`).
 */
export async function addAddress(
  world: World,
  transaction: Transaction,
  profileId: string,
  form: AddressForm,
): Promise<Address> {
  const zip = await findZip(form.zipCode);
  return await insert(world, transaction, profileId, form, zip ? { ...zip, precision: null } : noPlace);
}

async function insert(
  world: World,
  transaction: Transaction,
  profileId: string,
  form: AddressForm,
  { latitude, longitude, precision }: StoredPlace,
): Promise<Address> {
  if (form.primaryAddress) await clearOtherPrimaries(transaction, profileId);
  const address = await insertAddress(transaction, {
    ...formColumns(form),
    ...noteColumns(form),
    profileId,
    latitude,
    longitude,
    precision,
    label: form.streetAddress1,
    primaryAddress: form.primaryAddress ?? false,
    createdAt: world.clock.now(),
  });
  return toAddress(address);
}

/** @throws ApiError NOT_FOUND unless the address is the caller's own, or the caller is staff */
export async function getAddress(world: World, caller: Caller, addressId: string): Promise<Address> {
  const whose = holds(caller, 'PROFILE_TYPE_EMPLOYEE') ? 'any' : profileIds(caller);
  const address = await selectAddress(world.database, addressId, whose);
  if (!address) throw notFound('Address');
  return toAddress(address);
}

/**
 * Changes an address; a label that was its first street line follows the street. When it lies elsewhere now, it tells the workers who come there, and its owner of what staff changed.
 * @throws ApiError NOT_FOUND unless the address is the caller's own, or a customer's or worker's and the caller staff; INVALID_INPUT for
 * another address's id in the form, CONFLICT when somebody has changed the address since the form was opened, IN_USE when the address would leave
 * the service area while a live engagement is served there
 */
export async function updateAddress(
  world: World,
  caller: Caller,
  addressId: string,
  form: z.output<typeof AddressUpdate>,
): Promise<Address> {
  requireSameId('body.id', form.id, addressId);
  const { address: known, isOwn } = await requireEditable(world, caller, addressId);
  const place = await placeAfter(world, form, known);
  return await world.database.transaction(async (transaction) => {
    if (await whyNoYard(world.settings.area(), form)) await lockAddress(transaction, addressId);
    const current = await selectAddress(transaction, addressId, 'any');
    if (!current) throw notFound('Address');
    await requireStaysAYard(transaction, world.settings.area(), current, form);
    if (form.primaryAddress) await clearOtherPrimaries(transaction, current.profileId, addressId);
    const { primaryAddress } = form;
    // It began as the street, and stays so as long as nobody gives it a name.
    const isStreet = form.label === current.label && current.label === current.streetAddress1;
    const label = isStreet ? form.streetAddress1 : form.label;
    const changes = { ...formColumns(form), ...noteColumns(form), label, primaryAddress };
    const address = await updateAddressRow(transaction, addressId, form.version, { ...changes, ...place });
    if (!address) throw changedMeanwhile('address');
    const before = { ...current, noAccessOn: current.noAccessOn?.toString() };
    const fields = isOwn ? [] : ownValues(differing(before, changes));
    const change = { kind: 'address-changed', by: caller.userId, subjectId: current.profileId, fields } as const;
    if (fields.length > 0) await record(world, transaction, change);
    await keepEditedAddress(world, transaction, current, address, { isOwn });
    return toAddress(address);
  });
}

/**
 * Writes what was said of gate and dogs into the notes of the caller's own yard, within a transaction that relies on it. Where nothing was
 * said the notes stay.
 * @throws ApiError NOT_FOUND when the yard was archived meanwhile
 */
export async function updateNotes(
  world: World,
  transaction: Transaction,
  addressId: string,
  said: Pick<AddressForm, 'gateNotes' | 'dogNotes'>,
): Promise<void> {
  const isThere = await lockAddress(transaction, addressId);
  const current = isThere && (await selectAddress(transaction, addressId, 'any'));
  if (!current) throw notFound('Address');
  const { gateNotes = current.gateNotes, dogNotes = current.dogNotes } = said;
  if (gateNotes === current.gateNotes && dogNotes === current.dogNotes) return;
  const address = await updateAddressRow(transaction, addressId, undefined, noteColumns(said));
  if (!address) throw notFound('Address');
  await keepEditedAddress(world, transaction, current, address, { isOwn: true });
}

/** An address at which no service could be already may stay so, for its owner to correct its notes and its street. */
async function requireStaysAYard(
  transaction: Transaction,
  area: ServiceArea,
  current: AddressRow,
  form: z.output<typeof AddressUpdate>,
): Promise<void> {
  const reason = await whyNoYard(area, form);
  if (!reason || (await whyNoYard(area, current))?.field === reason.field) return;
  if (!(await isUsedByLiveEngagement(transaction, current.id, 'service'))) return;
  if (reason.field !== 'zipCode') throw invalid(`body.${reason.field}`, reason.message);
  const message = `${reason.message} An engagement that is not over yet is served at this address: please choose another address for it, or cancel it, first.`;
  throw new ApiError('IN_USE', message, [{ path: 'body.zipCode', message }]);
}

/**
 * Takes an address out of use. Lists and forms lose it; engagements that have ended still show it. When it was the
 * primary address, the oldest of the others becomes the primary one.
 * @throws ApiError NOT_FOUND as `updateAddress`, IN_USE while a live engagement uses it
 */
export async function archiveAddress(world: World, caller: Caller, addressId: string): Promise<void> {
  const { address, isOwn } = await requireEditable(world, caller, addressId);
  const { profileId } = address;
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
    if (!isOwn) await record(world, transaction, { kind: 'address-archived', by: caller.userId, subjectId: profileId });
  });
}

/** @returns where an address lies: as was found at its last save, else its zip code; undefined for an unknown one */
export async function pointOf(address: StoredCoordinates & { zipCode: string }): Promise<Coordinates | undefined> {
  const { latitude, longitude, zipCode } = address;
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  const found = await findZip(zipCode);
  return found && { latitude: found.latitude, longitude: found.longitude };
}

/** @returns where these addresses lie, and where a profile's primary one does, as far as that is known */
export async function pointsOf(
  database: Queryable,
  profileId: string,
  ids: readonly string[],
): Promise<{ start: Coordinates | undefined; points: Map<string, Coordinates> }> {
  const points = new Map<string, Coordinates>();
  let start: Coordinates | undefined;
  for (const { id, isPrimaryOfProfile, ...place } of await selectPlaces(database, { profileId, ids })) {
    const point = await pointOf(place);
    if (point) points.set(id, point);
    if (isPrimaryOfProfile) start = point;
  }
  return { start, points };
}

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
    precision: row.precision ?? undefined,
    noAccessOn: row.noAccessOn ? calendarDay(row.noAccessOn) : undefined,
    version,
  };
}

/** @throws ApiError NOT_FOUND unless it is the caller's own, or a customer's or worker's and the caller staff */
async function requireEditable(world: World, caller: Caller, addressId: string) {
  const address = await selectAddress(world.database, addressId, 'any');
  if (!address) throw notFound('Address');
  return { address, isOwn: await requireMayEdit(world.database, caller, address.profileId, 'Address') };
}

/** @returns where the address is known to be once the form is saved; located again only when it may have moved */
async function placeAfter(
  world: World,
  form: z.output<typeof AddressUpdate>,
  current: AddressRow,
): Promise<StoredPlace> {
  const { latitude, longitude, precision } = current;
  const isSame = (['streetAddress1', 'city', 'state', 'zipCode'] as const).every((key) => form[key] === current[key]);
  if (isSame && latitude !== null && longitude !== null) return { latitude, longitude, precision };
  const place = (await locate(world, form)) ?? noPlace;
  return { latitude: place.latitude, longitude: place.longitude, precision: place.precision };
}

function formColumns({ streetAddress1, streetAddress2, city, state, zipCode, country }: AddressForm) {
  return { streetAddress1, streetAddress2: streetAddress2 || null, city, state, zipCode, country };
}

/**
 * A note that the form leaves out stays as it is; an empty one is removed. Who saves either, also as it was, says that it is right.
 */
function noteColumns({ gateNotes, dogNotes }: Pick<AddressForm, 'gateNotes' | 'dogNotes'>) {
  return {
    gateNotes: gateNotes === undefined ? undefined : gateNotes || null,
    dogNotes: dogNotes === undefined ? undefined : dogNotes || null,
    noAccessOn: gateNotes === undefined && dogNotes === undefined ? undefined : null,
  };
}
