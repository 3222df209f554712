import * as z from 'zod/mini';
import { endpoint, signedIn } from './endpoint.ts';
import { addressFields, Id, optionalText, requiredText } from './fields.ts';

export const Address = z.object({
  id: Id,
  profileId: Id,
  label: z.string(),
  streetAddress1: z.string(),
  streetAddress2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  primaryAddress: z.boolean(),
});
export type Address = z.infer<typeof Address>;

/** The address form; its label starts as the first street line. */
export const NewAddress = z.object({
  profileId: z.optional(Id),
  ...addressFields,
  country: z.literal('US'),
  primaryAddress: z.optional(z.boolean()),
});

export const AddressUpdate = z.object({
  id: z.optional(Id),
  label: requiredText('Label is required'),
  ...addressFields,
  country: z.literal('US'),
  primaryAddress: z.boolean(),
});

const ofProfile = z.object({ profileId: Id });
const ofAddress = z.object({ addressId: Id });
const oneAddress = z.object({ address: Address });

export const addresses = {
  listAddresses: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}/addresses',
    summary: "A profile's addresses, sorted by label.",
    access: signedIn({ own: { profileId: 'profile' }, staffToo: true }),
    params: ofProfile,
    response: z.object({ addresses: z.array(Address) }),
    provides: ['addresses'],
  }),
  createAddress: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/addresses',
    summary: 'Adds an address to a profile.',
    access: signedIn({ own: { profileId: 'profile' } }),
    params: ofProfile,
    body: NewAddress,
    response: oneAddress,
    invalidates: ['addresses'],
  }),
  getAddress: endpoint({
    method: 'GET',
    path: '/v1/addresses/{addressId}',
    summary: 'One address.',
    access: signedIn(),
    params: ofAddress,
    response: oneAddress,
    provides: ['addresses'],
  }),
  updateAddress: endpoint({
    method: 'PUT',
    path: '/v1/addresses/{addressId}',
    summary: 'Changes an address.',
    access: signedIn(),
    params: ofAddress,
    body: AddressUpdate,
    response: oneAddress,
    invalidates: ['addresses'],
  }),
  getGeoInfo: endpoint({
    method: 'GET',
    path: '/v1/geo-info',
    summary: 'Where an address lies, and whether the business serves it.',
    access: signedIn(),
    query: z.object({
      streetAddress1: optionalText(),
      streetAddress2: optionalText(),
      city: optionalText(),
      state: optionalText(),
      zipCode: addressFields.zipCode,
      country: optionalText(),
    }),
    response: z.object({
      latitude: z.number(),
      longitude: z.number(),
      timeZone: z.string(),
      inServiceArea: z.boolean(),
    }),
  }),
};
