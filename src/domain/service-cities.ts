import type { ServiceArea, ServiceCity } from './service-area.ts';

/** Where a business works that has not said anything else. */
export const firstArea = {
  serviceState: 'AR',
  serviceRegion: 'Northwest Arkansas',
  serviceCities: `Bentonville: 72712 72716
Centerton: 72719
Fayetteville: 72701 72702 72703 72704
Rogers: 72756 72757 72758
Springdale: 72762 72764 72765 72766
Bella Vista: 72714
Lowell: 72745
Cave Springs: 72718
Farmington: 72730
Elm Springs: 72728
Gentry: 72734
Gravette: 72736
Hindsville: 72738
Pea Ridge: 72751
Prairie Grove: 72753`,
} as const;

/** The settings that say where the business works; of the cities, each line is a name, a colon and zip codes. */
export type AreaSettings = { serviceState: string; serviceRegion: string; serviceCities: string };

const areas = new WeakMap<AreaSettings, ServiceArea>();

/** @returns the area that the settings say, with correct lines; read once of the same object */
export function areaOf(settings: AreaSettings): ServiceArea {
  const { serviceState: state, serviceRegion: region, serviceCities } = settings;
  const area = areas.get(settings) ?? { state, region, cities: readCities(serviceCities).cities };
  areas.set(settings, area);
  return area;
}

export const cityLimits = { cities: 100, name: 60, zipCodes: 600 } as const;

/**
 * Reads cities and zip codes as somebody typed them: a line for each city, with spaces, commas or both between the zip codes.
 * @returns the cities of correct lines, and what is wrong with the first that is not
 */
export function readCities(text: string): { cities: ServiceCity[]; problem?: string } {
  const cities: ServiceCity[] = [];
  let problem: string | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const read = readLine(line, cities);
    if (typeof read === 'string') problem ??= read;
    else cities.push(read);
  }
  problem ??= countProblem(cities);
  return { cities, ...(problem && { problem }) };
}

/** @returns the city of a line, or what is wrong with it */
function readLine(line: string, before: readonly ServiceCity[]): ServiceCity | string {
  const [, typed = '', codes = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
  const name = typed.trim().replaceAll(/\s+/g, ' ');
  const id = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const zipCodes = [...new Set(codes.split(/[\s,;]+/).filter(Boolean))];
  const bad = zipCodes.find((code) => !/^\d{5}$/.test(code));
  if (!/[a-z0-9]/.test(id))
    return `Please write “${line.slice(0, 40)}” as a name, a colon and zip codes, such as Rogers: 72756 72757.`;
  if (/[^\p{L}\p{M}\p{N} .,'’()/-]/u.test(name)) return `Please write ${name.slice(0, 20)} with letters.`;
  if (name.length > cityLimits.name)
    return `Please use at most ${cityLimits.name} characters for ${name.slice(0, 20)}….`;
  if (before.some((city) => city.id === id)) return `${name} is here twice.`;
  if (bad) return `${name}: “${bad.slice(0, 20)}” is no zip code. Please give five digits, such as 72712.`;
  if (zipCodes.length === 0) return `Please give ${name} at least one zip code.`;
  for (const code of zipCodes) {
    const other = before.find((city) => city.zipCodes.includes(code));
    if (other) return `${code} is in both ${other.name} and ${name}. Please leave it in one.`;
  }
  return { id, name, zipCodes };
}

function countProblem(cities: readonly ServiceCity[]): string | undefined {
  if (cities.length === 0) return 'Please give at least one city.';
  if (cities.length > cityLimits.cities) return `Please give at most ${cityLimits.cities} cities.`;
  const codes = cities.reduce((sum, { zipCodes }) => sum + zipCodes.length, 0);
  return codes > cityLimits.zipCodes ? `Please give at most ${cityLimits.zipCodes} zip codes.` : undefined;
}

/** @returns cities as `readCities` reads them, each written in the same way */
export const writeCities = (cities: readonly ServiceCity[]): string =>
  cities.map(({ name, zipCodes }) => `${name}: ${zipCodes.join(' ')}`).join('\n');

/** @returns the cities' names, for example 'Rogers, Lowell, and Gentry' */
export function cityNames({ cities }: ServiceArea): string {
  const names = cities.map(({ name }) => name);
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}
