export const serviceCities = [
  { id: 'bentonville', name: 'Bentonville', zipCodes: ['72712', '72716'] },
  { id: 'centerton', name: 'Centerton', zipCodes: ['72719'] },
  { id: 'fayetteville', name: 'Fayetteville', zipCodes: ['72701', '72702', '72703', '72704'] },
  { id: 'rogers', name: 'Rogers', zipCodes: ['72756', '72757', '72758'] },
  { id: 'springdale', name: 'Springdale', zipCodes: ['72762', '72764', '72765', '72766'] },
  { id: 'bella-vista', name: 'Bella Vista', zipCodes: ['72714'] },
  { id: 'lowell', name: 'Lowell', zipCodes: ['72745'] },
  { id: 'cave-springs', name: 'Cave Springs', zipCodes: ['72718'] },
  { id: 'farmington', name: 'Farmington', zipCodes: ['72730'] },
  { id: 'elm-springs', name: 'Elm Springs', zipCodes: ['72728'] },
  { id: 'gentry', name: 'Gentry', zipCodes: ['72734'] },
  { id: 'gravette', name: 'Gravette', zipCodes: ['72736'] },
  { id: 'hindsville', name: 'Hindsville', zipCodes: ['72738'] },
  { id: 'pea-ridge', name: 'Pea Ridge', zipCodes: ['72751'] },
  { id: 'prairie-grove', name: 'Prairie Grove', zipCodes: ['72753'] },
] as const;

export type ServiceCity = (typeof serviceCities)[number];

const serviceState = 'AR';

/** @returns the served city that a zip code belongs to, or undefined outside the service area */
export function cityOfZip(zipCode: string): ServiceCity | undefined {
  return serviceCities.find((city) => city.zipCodes.some((code) => code === zipCode));
}

/** @returns the state and the zip codes, of five digits, that workers come to */
export const servedPlaces = (): { state: string; zipCodes: string[] } => ({
  state: serviceState,
  zipCodes: serviceCities.flatMap(({ zipCodes }) => [...zipCodes]),
});

/** @returns whether workers come to an address; its zip code may have nine digits */
export function isInServiceArea({ state, zipCode }: { state: string; zipCode: string }): boolean {
  return state === serviceState && cityOfZip(zipCode.slice(0, 5)) !== undefined;
}

/** @returns the answer to somebody who asks for a service at an address outside the service area */
export function outsideArea({ city, state, zipCode }: { city: string; state: string; zipCode: string }): string {
  return `We do not come to ${city}, ${state} ${zipCode} yet. We serve north-west Arkansas.`;
}
