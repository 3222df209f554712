import * as z from 'zod/mini';
import {
  communicationPreferences,
  InquiryData,
  InquiryPersonal,
  InquiryPet,
  InquiryYard,
  inquiryFrequencies,
} from '#contract/inquiries.ts';
import { cityOfZip, serviceCities } from '#domain/service-area.ts';

/** What the form edits; nothing in it is checked yet. */
export const InquiryValues = z.object({
  personal: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    streetAddress1: z.string(),
    streetAddress2: z.string(),
    /** The id of a served city, '' while none is chosen. */
    city: z.string(),
    stateProvince: z.literal('AR'),
    country: z.literal('US'),
    /** One of the served zip codes, '' while none is chosen. */
    zipPostal: z.string(),
    referral: z.string(),
  }),
  yard: z.object({ details: z.string() }),
  /** `key` tells entries apart while some are removed. */
  pets: z.array(
    z.object({ key: z.int(), breed: z.string(), count: z.int().check(z.gte(1), z.lte(8)), details: z.string() }),
  ),
  schedule: z.object({ frequency: z.enum(inquiryFrequencies) }),
  notification: z.object({ communicationPreference: z.enum(communicationPreferences) }),
});
export type InquiryValues = z.infer<typeof InquiryValues>;
export type PersonalValues = InquiryValues['personal'];
export type PetValues = InquiryValues['pets'][number];

export const maximumPets = 20;

export const emptyInquiry: InquiryValues = {
  personal: {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    streetAddress1: '',
    streetAddress2: '',
    city: '',
    stateProvince: 'AR',
    country: 'US',
    zipPostal: '',
    referral: '',
  },
  yard: { details: '' },
  pets: [{ key: 0, breed: '', count: 1, details: '' }],
  schedule: { frequency: 'once-a-week' },
  notification: { communicationPreference: 'text-email' },
};

/** @returns an entry for one more pet, with a key that none of `pets` has */
export function emptyPet(pets: readonly PetValues[]): PetValues {
  return { key: Math.max(-1, ...pets.map(({ key }) => key)) + 1, breed: '', count: 1, details: '' };
}

/** @returns the zip codes to choose from: those of the city, or all served ones while no city is chosen */
export function zipCodesOf(cityId: string): string[] {
  const cities = serviceCities.filter(({ id }) => cityId === '' || id === cityId);
  return cities.flatMap(({ zipCodes }) => [...zipCodes]).sort();
}

/** @returns the section with that city: a zip code of another city is dropped, a city's only one is filled in */
export function withCity(personal: PersonalValues, city: string): PersonalValues {
  const zipCodes = zipCodesOf(city);
  const kept = zipCodes.includes(personal.zipPostal) ? personal.zipPostal : '';
  const only = zipCodes.length === 1 ? zipCodes[0] : undefined;
  return { ...personal, city, zipPostal: only ?? kept };
}

/** @returns the section with that zip code, which names the city while none is chosen */
export function withZip(personal: PersonalValues, zipPostal: string): PersonalValues {
  return { ...personal, zipPostal, city: personal.city || (cityOfZip(zipPostal)?.id ?? '') };
}

type SectionName = 'personal' | 'yard' | 'pets' | 'schedule';

/** The anchor of each section that is checked, as the page's address names it. */
export const anchors: Record<SectionName, string> = {
  personal: 'personal-information',
  yard: 'yard',
  pets: 'pet',
  schedule: 'schedule',
};

/** The schedule has no rules: there is always a frequency. */
const sections: readonly { name: SectionName; schema: z.ZodMiniType }[] = [
  { name: 'personal', schema: InquiryPersonal },
  { name: 'yard', schema: InquiryYard },
  { name: 'pets', schema: z.array(InquiryPet) },
  { name: 'schedule', schema: InquiryData.shape.schedule },
];

export type InquiryCheck =
  | { ok: true; data: InquiryData }
  /** `errors` by field of the form, such as 'pets.0.breed'; only those of the first faulty section. */
  | { ok: false; anchor: string; errors: Record<string, string> };

/** Checks section by section, in the page's order, and stops at the first one with a fault. */
export function checkInquiry(values: InquiryValues): InquiryCheck {
  const input = toData(values);
  for (const { name, schema } of sections) {
    const { error } = schema.safeParse(input[name]);
    if (error) return { ok: false, anchor: anchors[name], errors: firstMessages(error.issues, name) };
  }
  return { ok: true, data: InquiryData.parse(input) };
}

/** The form's values in the shape of the contract, unchecked. */
function toData({ personal, pets, ...rest }: InquiryValues) {
  return {
    ...rest,
    personal: { ...personal, zipPostal: Number(personal.zipPostal) },
    pets: pets.map(({ breed, count, details }) => ({ breed, count, details })),
  };
}

function firstMessages(
  issues: readonly { path: PropertyKey[]; message: string }[],
  section: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[[section, ...path].join('.')] ??= message;
  return errors;
}
