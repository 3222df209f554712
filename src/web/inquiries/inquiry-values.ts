import { cityOfZip } from '#domain/service-area.ts';
import { serviceArea } from '#web/ui/service-area.ts';
import type { InquiryValues } from './inquiry-checks.ts';

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
    stateProvince: serviceArea().state,
    country: 'US',
    zipPostal: '',
    referral: '',
  },
  yard: { details: '' },
  pets: [{ key: 0, breed: '', count: 1, details: '' }],
  schedule: { frequency: 'once-a-week' },
  notification: { communicationPreference: 'text-email', marketingTexts: false },
};

/** @returns an entry for one more pet, with a key that none of `pets` has */
export function emptyPet(pets: readonly PetValues[]): PetValues {
  return { key: Math.max(-1, ...pets.map(({ key }) => key)) + 1, breed: '', count: 1, details: '' };
}

/** @returns the city's zip codes, or all served ones while no city is chosen */
export function zipCodesOf(cityId: string): string[] {
  const cities = serviceArea().cities.filter(({ id }) => cityId === '' || id === cityId);
  return cities.flatMap(({ zipCodes }) => [...zipCodes]).sort();
}

/** @returns the section with that city; drops a zip code of another city, and fills in the city's only zip code */
export function withCity(personal: PersonalValues, city: string): PersonalValues {
  const zipCodes = zipCodesOf(city);
  const kept = zipCodes.includes(personal.zipPostal) ? personal.zipPostal : '';
  const only = zipCodes.length === 1 ? zipCodes[0] : undefined;
  return { ...personal, city, zipPostal: only ?? kept };
}

/** @returns the section with that zip code; fills in its city if none is chosen */
export function withZip(personal: PersonalValues, zipPostal: string): PersonalValues {
  return { ...personal, zipPostal, city: personal.city || (cityOfZip(serviceArea(), zipPostal)?.id ?? '') };
}

type SectionName = 'personal' | 'yard' | 'pets' | 'schedule';

/** The anchors of the sections that are checked, as the page's address names them. */
export const anchors: Record<SectionName, string> = {
  personal: 'personal-information',
  yard: 'yard',
  pets: 'pet',
  schedule: 'schedule',
};
