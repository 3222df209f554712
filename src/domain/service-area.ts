/** Where the business works: one state, and of it some cities with the zip codes, of five digits, that workers come to. */
export type ServiceArea = {
  /** Two letters. */
  state: string;
  /** What people call the area, such as 'north-west Arkansas'. */
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
 * @returns the city that a zip code belongs to, when another city of the area is given with it; undefined when they belong
 * together, or the area has no such city: a town may have the zip code of its neighbour
 */
export function otherCity(area: ServiceArea, { city, zipCode }: { city: string; zipCode: string }): string | undefined {
  const plain = (name: string) => name.trim().toLowerCase();
  const isGiven = ({ name }: ServiceCity) => plain(name) === plain(city);
  const own = cityOfZip(area, zipCode.slice(0, 5));
  return own && !isGiven(own) && area.cities.some(isGiven) ? own.name : undefined;
}

/** @returns the answer to somebody who asks for a service at an address outside the service area */
export function outsideArea(
  { region }: ServiceArea,
  { city, state, zipCode }: { city: string; state: string; zipCode: string },
): string {
  return `We do not come to ${city}, ${state} ${zipCode} yet. We serve ${region}.`;
}
