import { expect, test } from 'vitest';
import { serviceArea } from '#web/ui/service-area.ts';
import { checkInquiry, type InquiryValues } from './inquiry-checks.ts';
import { emptyInquiry, emptyPet, withCity, withZip, zipCodesOf } from './inquiry-values.ts';

const filled: InquiryValues = {
  ...emptyInquiry,
  personal: {
    ...emptyInquiry.personal,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '(479) 555-0123',
    streetAddress1: '1 Main St',
    city: 'rogers',
    zipPostal: '72756',
    referral: 'A neighbor',
  },
  yard: { details: 'Gate on the left' },
  pets: [{ key: 0, breed: 'Beagle', count: 2, details: '' }],
};

test('the defaults are once a week, text and email, and one empty pet', () => {
  expect(emptyInquiry.schedule.frequency).toBe('once-a-week');
  expect(emptyInquiry.notification.communicationPreference).toBe('text-email');
  expect(emptyInquiry.pets).toEqual([{ key: 0, breed: '', count: 1, details: '' }]);
});

test('an empty form names every required field of the first section, and nothing below it', () => {
  expect(checkInquiry(emptyInquiry)).toEqual({
    ok: false,
    anchor: 'personal-information',
    errors: {
      'personal.firstName': 'First name is required',
      'personal.lastName': 'Last name is required',
      'personal.email': 'Invalid email address',
      'personal.phone': 'Invalid phone number',
      'personal.streetAddress1': 'Street address is required',
      'personal.city': 'City is required',
      'personal.zipPostal': 'Invalid zip code',
      'personal.referral': 'Please tell us how you found out about us.',
    },
  });
});

test('sections are checked in order: the yard before the pets', () => {
  const pets = emptyInquiry.pets;
  expect(checkInquiry({ ...filled, yard: { details: ' ' }, pets })).toEqual({
    ok: false,
    anchor: 'yard',
    errors: { 'yard.details': 'Please describe the entrance to your yard.' },
  });
  expect(checkInquiry({ ...filled, pets: [...filled.pets, emptyPet(filled.pets)] })).toEqual({
    ok: false,
    anchor: 'pet',
    errors: { 'pets.1.breed': 'Breed is required' },
  });
});

test('a filled-in form becomes the data that is sent, the zip code as a number and without keys', () => {
  const check = checkInquiry(filled);
  expect(check.ok && check.data.personal.zipPostal).toBe(72756);
  expect(check.ok && check.data.pets).toEqual([{ breed: 'Beagle', count: 2, details: '' }]);
});

test.each([
  '4795550123',
  '479-555-0123',
  '479.555.0123',
  '479 555 0123',
  '479  555  0123',
  '(479)555-0123',
  '+1 (479) 555-0123',
  '+14795550123',
  '1-479-555-0123',
  '1 479 555 0123',
  '479\u00a0555\u00a00123',
  '479\u2011555\u20110123',
  'tel:+1-479-555-0123',
  '\u202d(479) 555-0123\u202c',
])('the phone number %j is taken, and sent in one form', (phone) => {
  const check = checkInquiry({ ...filled, personal: { ...filled.personal, phone } });
  expect(check.ok && check.data.personal.phone).toBe('+14795550123');
});

test.each(['555-0123', '123-456-7890', '47955501234', '479-555-0123 x12', '+44 20 7946 0958', 'call me'])(
  'the phone number %s is refused',
  (phone) => {
    expect(checkInquiry({ ...filled, personal: { ...filled.personal, phone } })).toMatchObject({
      errors: { 'personal.phone': 'Invalid phone number' },
    });
  },
);

test('a city limits the zip codes to its own; without one, all are offered', () => {
  expect(zipCodesOf('springdale')).toEqual(['72762', '72764', '72765', '72766']);
  expect(zipCodesOf('')).toHaveLength(serviceArea().cities.flatMap(({ zipCodes }) => [...zipCodes]).length);
});

test('choosing a city keeps a zip code of its own, drops any other, and fills in the only one', () => {
  expect(withCity(filled.personal, 'rogers').zipPostal).toBe('72756');
  expect(withCity(filled.personal, 'springdale').zipPostal).toBe('');
  expect(withCity(filled.personal, 'lowell')).toMatchObject({ city: 'lowell', zipPostal: '72745' });
});

test('choosing a zip code first names the city', () => {
  expect(withZip(emptyInquiry.personal, '72762')).toMatchObject({ city: 'springdale', zipPostal: '72762' });
  expect(withZip(filled.personal, '72757').city).toBe('rogers');
});

test('each pet has a key of its own, also after one was removed', () => {
  const two = [...filled.pets, emptyPet(filled.pets)];
  const [, second] = two;
  expect(second?.key).toBe(1);
  expect(emptyPet(two.slice(1)).key).toBe(2);
});
