import { isPostOfficeBox, noYardAtBox } from './street.ts';

/** Where the business works: one state, and of it some cities with the zip codes, of five digits, that workers come to. */
export type ServiceArea = {
  /** Two letters. */
  state: string;
  /** What people call the area, such as 'Northwest Arkansas'. */
  region: string;
  cities: readonly ServiceCity[];
};
/** `id` is made of the name, and inquiries keep it. */
export type ServiceCity = { id: string; name: string; zipCodes: readonly string[] };

/** @returns what a city is called; its id when it is not served any more */
export const cityName = ({ cities }: ServiceArea, cityId: string): string =>
  cities.find(({ id }) => id === cityId)?.name ?? cityId;

/** @returns the served city that a zip code belongs to, or undefined outside the service area */
export function cityOfZip({ cities }: ServiceArea, zipCode: string): ServiceCity | undefined {
  return cities.find((city) => city.zipCodes.includes(zipCode));
}

/** @returns the state and the zip codes, of five digits, that workers come to */
export const servedPlaces = ({ state, cities }: ServiceArea): { state: string; zipCodes: string[] } => ({
  state,
  zipCodes: cities.flatMap(({ zipCodes }) => [...zipCodes]),
});

/** @returns whether workers come to an address; its zip code may have nine digits */
export function isInServiceArea(area: ServiceArea, { state, zipCode }: { state: string; zipCode: string }): boolean {
  return state === area.state && cityOfZip(area, zipCode.slice(0, 5)) !== undefined;
}

/**
 * @returns the city that a zip code belongs to, when another city of the area is given with it, or that city with a letter wrong;
 * undefined when they belong together, or the area has no such city: a town may have the zip code of its neighbor
 */
export function otherCity(area: ServiceArea, { city, zipCode }: { city: string; zipCode: string }): string | undefined {
  const plain = (name: string) => name.trim().toLowerCase();
  const isGiven = ({ name }: ServiceCity) => plain(name) === plain(city);
  const own = cityOfZip(area, zipCode.slice(0, 5));
  if (!own || isGiven(own)) return undefined;
  return area.cities.some(isGiven) || isMisspelled(plain(city), plain(own.name)) ? own.name : undefined;
}

/** Whether a name of some length is another but for one letter that is missing, added, changed or in the place of its neighbor. */
function isMisspelled(typed: string, name: string): boolean {
  if (name.length < 5) return false;
  const start = [...name].findIndex((letter, index) => typed[index] !== letter);
  if (start < 0) return typed.length === name.length + 1;
  const [rest, ofName] = [typed.slice(start), name.slice(start)];
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`;
  return (
    rest === ofName.slice(1) || rest.slice(1) === ofName || rest.slice(1) === ofName.slice(1) || swapped === ofName
  );
}

type ServiceAddress = { streetAddress1: string; city: string; state: string; zipCode: string };

/** @returns why no worker can come to an address, and which part of it says so; undefined when one can */
export function whyNoService(
  area: ServiceArea,
  address: ServiceAddress,
): { field: 'streetAddress1' | 'city' | 'zipCode'; message: string } | undefined {
  if (!isInServiceArea(area, address)) return { field: 'zipCode', message: outsideArea(area, address) };
  if (isPostOfficeBox(address.streetAddress1)) return { field: 'streetAddress1', message: noYardAtBox };
  const city = otherCity(area, address);
  return city ? { field: 'city', message: notThere(address, city) } : undefined;
}

/** @returns the error for a city that does not have the zip code */
export const notThere = (given: { city: string; zipCode: string }, city: string): string =>
  `${given.zipCode.slice(0, 5)} is in ${city}, not in ${given.city}.`;

/** @returns the answer to somebody who asks for a service at an address outside the service area */
export function outsideArea(
  { region }: ServiceArea,
  { city, state, zipCode }: { city: string; state: string; zipCode: string },
): string {
  // Before its owner has said where the business works.
  if (region === '') return 'Our service area isn’t set up yet.';
  return `We do not come to ${city}, ${state} ${zipCode} yet. We serve ${region}.`;
}
