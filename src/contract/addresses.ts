import * as z from 'zod/mini';
import { precisions } from '#domain/precision.ts';
import { Done, endpoint, signedIn } from './endpoint.ts';
import {
  addressFields,
  CalendarDay,
  Id,
  optionalCity,
  optionalLongText,
  optionalStreet,
  optionalText,
  streetField,
  versionField,
} from './fields.ts';

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
  /** How to get into the yard; several lines for the worker at the gate. */
  gateNotes: z.optional(z.string()),
  dogNotes: z.optional(z.string()),
  /** How well it is known where it lies; absent until a geocoder has answered. */
  precision: z.optional(z.enum(precisions)),
  /** The newest day on which a worker found no way in; saving the notes, also unchanged, ends that doubt. */
  noAccessOn: z.optional(CalendarDay),
  /** Goes up with every change. An update names the version that it changes. */
  version: z.int(),
});
export type Address = z.infer<typeof Address>;

const country = z.literal('US', { error: 'Addresses are in the United States: US.' });
const noteFields = { gateNotes: optionalLongText(1000), dogNotes: optionalLongText(1000) };

/** The address form has no label: the first street line becomes the label. */
export const NewAddress = z.object({
  profileId: z.optional(Id),
  ...addressFields,
  country,
  primaryAddress: z.optional(z.boolean()),
  ...noteFields,
});

export const AddressUpdate = z.object({
  id: z.optional(Id),
  label: streetField('Label is required'),
  ...addressFields,
  country,
  primaryAddress: z.boolean(),
  ...noteFields,
  version: z.optional(versionField),
});

/**
 * Where an address lies. The coordinates in degrees (WGS 84) come from the geocoder, or are the middle of the zip code. A
 * military post office has none: nobody tells where its mail goes.
 * `place` has the names that the zip code's post office uses. `matches` says whether the given city and state are the
 * same; it is true for one that was not given.
 */
export const GeoInfo = z.object({
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  source: z.nullable(z.enum(['geocoder', 'zip'])),
  precision: z.nullable(z.enum(precisions)),
  /** An IANA name, such as America/Chicago. */
  timeZone: z.nullable(z.string()),
  inServiceArea: z.boolean(),
  place: z.object({ city: z.string(), state: z.string() }),
  matches: z.object({ city: z.boolean(), state: z.boolean() }),
});
export type GeoInfo = z.infer<typeof GeoInfo>;

const oneAddress = z.object({ address: Address });

export const addresses = {
  listAddresses: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}/addresses',
    summary: "A profile's addresses, sorted by label.",
    access: signedIn({ own: { profileId: 'profile' }, staffToo: true }),
    response: z.object({ addresses: z.array(Address) }),
    provides: ['addresses'],
  }),
  createAddress: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/addresses',
    summary: 'Adds an address to a profile: one’s own, or for staff that of a customer or worker.',
    access: signedIn({ own: { profileId: 'profile' }, staffToo: true }),
    limit: { calls: 60, minutes: 60, by: 'user' },
    body: NewAddress,
    response: oneAddress,
    invalidates: ['addresses'],
  }),
  getAddress: endpoint({
    method: 'GET',
    path: '/v1/addresses/{addressId}',
    summary: 'One address.',
    access: signedIn(),
    response: oneAddress,
    provides: ['addresses'],
  }),
  updateAddress: endpoint({
    method: 'PUT',
    path: '/v1/addresses/{addressId}',
    summary: 'Changes an address.',
    access: signedIn(),
    body: AddressUpdate,
    response: oneAddress,
    invalidates: ['addresses'],
  }),
  archiveAddress: endpoint({
    method: 'POST',
    path: '/v1/addresses/{addressId}/archive',
    summary: 'Takes an address out of use; refused while a live engagement uses it.',
    access: signedIn(),
    response: Done,
    invalidates: ['addresses'],
  }),
  getGeoInfo: endpoint({
    method: 'GET',
    path: '/v1/geo-info',
    summary: 'Where an address lies, and whether the business serves it.',
    access: signedIn(),
    // Each call may ask a geocoder that counts our calls.
    limit: { calls: 120, minutes: 10 },
    query: z.object({
      streetAddress1: optionalStreet,
      streetAddress2: optionalStreet,
      city: optionalCity,
      state: optionalText(),
      zipCode: addressFields.zipCode,
      country: optionalText(),
    }),
    response: GeoInfo,
  }),
};
