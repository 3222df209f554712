import type * as z from 'zod/mini';
import type { Address, AddressUpdate, NewAddress } from '#contract/addresses.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds, profileIds, requireSameId } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  type AddressRow,
  clearOtherPrimaries,
  insertAddress,
  selectAddress,
  selectAddresses,
  updateAddressRow,
} from './store.ts';

/** @returns a profile's addresses, sorted by label */
export async function listAddresses(world: World, profileId: string): Promise<Address[]> {
  return (await selectAddresses(world.database, profileId)).map(toAddress);
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
  return await world.database.transaction((transaction) => addAddress(world, transaction, profileId, form));
}

/** The same within a transaction that makes the profile too. */
export async function addAddress(
  world: World,
  transaction: Transaction,
  profileId: string,
  form: Omit<z.output<typeof NewAddress>, 'profileId'>,
): Promise<Address> {
  if (form.primaryAddress) await clearOtherPrimaries(transaction, profileId);
  const address = await insertAddress(transaction, {
    ...streetFields(form),
    profileId,
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

/** @throws ApiError NOT_FOUND unless it is the caller's own, INVALID_INPUT for another address's id in the form */
export async function updateAddress(
  world: World,
  caller: Caller,
  addressId: string,
  form: z.output<typeof AddressUpdate>,
): Promise<Address> {
  requireSameId('body.id', form.id, addressId);
  return await world.database.transaction(async (transaction) => {
    const current = await selectAddress(transaction, addressId, profileIds(caller));
    if (!current) throw notFound('Address');
    if (form.primaryAddress) await clearOtherPrimaries(transaction, current.profileId, addressId);
    const address = await updateAddressRow(transaction, addressId, {
      ...streetFields(form),
      label: form.label,
      primaryAddress: form.primaryAddress,
    });
    if (!address) throw notFound('Address');
    return toAddress(address);
  });
}

/** @returns the address as the contract has it */
export function toAddress({ createdAt: _, archivedAt: __, streetAddress2, ...address }: AddressRow): Address {
  return { ...address, ...(streetAddress2 === null ? {} : { streetAddress2 }) };
}

function streetFields(form: Omit<z.output<typeof NewAddress>, 'profileId' | 'primaryAddress'>) {
  const { streetAddress1, streetAddress2, city, state, zipCode, country } = form;
  return { streetAddress1, streetAddress2: streetAddress2 || null, city, state, zipCode, country };
}
