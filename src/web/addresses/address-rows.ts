import type { Address } from '#contract/addresses.ts';
import { countryName, stateName } from './address-text.ts';

/** @returns what an address says, in words and in the order of the form; empty for what it lacks */
export function addressRows(address: Omit<Address, 'id' | 'profileId' | 'version'>): (readonly [string, string])[] {
  return [
    ['Label', address.label],
    ['Street Address 1', address.streetAddress1],
    ['Street Address 2', address.streetAddress2 ?? ''],
    ['City', address.city],
    ['State', stateName(address.state)],
    ['Zip Code', address.zipCode],
    ['Country', countryName(address.country)],
    ['Gate notes', address.gateNotes ?? ''],
    ['Dog notes', address.dogNotes ?? ''],
    ['Primary address', address.primaryAddress ? 'Yes' : 'No'],
  ];
}
