import { expect, test } from 'vitest';
import { addressWarnings } from './address-warnings.ts';

const bentonville = { place: { city: 'Bentonville', state: 'AR' }, inServiceArea: true };
const fits = { city: true, state: true };

test('what fits and is served needs no word', () => {
  expect(addressWarnings('72712', { ...bentonville, matches: fits }, true)).toEqual([]);
});

test('a zip code that does not exist, or belongs to another state or city, is worth a look', () => {
  expect(addressWarnings('00000', 'unknown', true)).toEqual(['We do not know the zip code 00000. Please check it.']);
  expect(addressWarnings('72712', { ...bentonville, matches: { city: false, state: false } }, true)).toEqual([
    '72712 is a zip code of Bentonville, Arkansas. Please check zip code and state.',
  ]);
  expect(addressWarnings('72712', { ...bentonville, matches: { city: false, state: true } }, true)).toEqual([
    '72712 is usually Bentonville. Please check zip code and city; if they are right, leave them.',
  ]);
});

test('where no worker comes matters only for a yard', () => {
  const far = { place: { city: 'Phoenix', state: 'AZ' }, inServiceArea: false, matches: fits };
  expect(addressWarnings('85001', far, true)).toEqual([
    '85001 lies outside our service area. You can save this address, for your bills for example.',
  ]);
  expect(addressWarnings('85001', far, false)).toEqual([]);
});
