import { expect, test } from 'vitest';
import { cityOfZip, isInServiceArea, otherCity, outsideArea } from './service-area.ts';
import { areaOf, cityNames, firstArea, readCities, writeCities } from './service-cities.ts';

test('the first area is that of the description, and is written as it is read', () => {
  const area = areaOf(firstArea);
  expect(area.cities).toHaveLength(15);
  expect(area.cities[5]).toEqual({ id: 'bella-vista', name: 'Bella Vista', zipCodes: ['72714'] });
  expect(writeCities(area.cities)).toBe(firstArea.serviceCities);
  expect(readCities(firstArea.serviceCities).problem).toBeUndefined();
  expect(cityOfZip(area, '72758')?.name).toBe('Rogers');
  expect(isInServiceArea(area, { state: 'AR', zipCode: '72758-1234' })).toBe(true);
  expect(isInServiceArea(area, { state: 'MO', zipCode: '72758' })).toBe(false);
  expect(outsideArea(area, { city: 'Joplin', state: 'MO', zipCode: '64801' })).toBe(
    'We do not come to Joplin, MO 64801 yet. We serve Northwest Arkansas.',
  );
});

test('lines are read as people type them, and written in one way', () => {
  const { cities, problem } = readCities('  Bella  Vista : 72714,72715 72714\r\n\nPea Ridge:72751;');
  expect(problem).toBeUndefined();
  expect(writeCities(cities)).toBe('Bella Vista: 72714 72715\nPea Ridge: 72751');
  expect(cities.map(({ id }) => id)).toEqual(['bella-vista', 'pea-ridge']);
});

test.each([
  ['', 'Please give at least one city.'],
  ['Rogers', 'Please write “Rogers” as a name, a colon and zip codes, such as Rogers: 72756 72757.'],
  [': 72756', 'Please write “: 72756” as a name, a colon and zip codes, such as Rogers: 72756 72757.'],
  ['Rogers:', 'Please give Rogers at least one zip code.'],
  ['Rogers: 7275', 'Rogers: “7275” is no zip code. Please give five digits, such as 72712.'],
  ['Rogers: 72756\nLowell: 72745 72756', '72756 is in both Rogers and Lowell. Please leave it in one.'],
  ['Rogers: 72756\nrogers: 72757', 'rogers is here twice.'],
])('%j is refused', (text, problem) => {
  expect(readCities(text).problem).toBe(problem);
});

test('names of cities are a list in words', () => {
  const named = (text: string) => cityNames({ state: 'AR', region: '', cities: readCities(text).cities });
  expect(named('Rogers: 72756')).toBe('Rogers');
  expect(named('Rogers: 72756\nLowell: 72745')).toBe('Rogers and Lowell');
  expect(named('Rogers: 72756\nLowell: 72745\nGentry: 72734')).toBe('Rogers, Lowell, and Gentry');
});

test.each([
  ['Rogers', 'Bentonville'],
  ['Bentonvile', 'Bentonville'],
  ['Bentnoville', 'Bentonville'],
  ['Bentonvillle', 'Bentonville'],
  ['bentonville', undefined],
  // Towns without a zip code of their own.
  ['Little Flock', undefined],
  ['Bentonville Heights', undefined],
])('the city of 72712 is not written as %s', (city, expected) => {
  expect(otherCity(areaOf(firstArea), { city, zipCode: '72712' })).toBe(expected);
});
