import { expect, test } from 'vitest';
import { SignUp } from './accounts.ts';
import { inquiries } from './inquiries.ts';
import { NewOrder } from './orders.ts';
import { BusinessPhone, Phone, phoneField } from './phone.ts';
import { ProfileUpdate } from './profiles.ts';
import { SetupForm } from './setup.ts';

const personal = inquiries.sendInquiry.body.shape.data.def.innerType.shape.personal.shape;
const everywhere = [SignUp, NewOrder, ProfileUpdate, SetupForm].map(({ shape }) => shape.phone);
const message = (field: typeof Phone, text: string) =>
  field.safeParse(text).error?.issues.map((issue) => issue.message);

test.each([
  '+1 (479) 555-0123',
  '+14795550123',
  '1-479-555-0123',
  '479\u00a0555\u00a00123',
  '(479) 555\u20110123',
  '479  555  0123',
  '479.555.0123',
  'tel:+1-479-555-0123',
  '\u202d(479) 555-0123\u202c\u200b',
  '４７９－５５５－０１２３',
])('%j is one number in every form', (text) => {
  for (const field of [...everywhere, personal.phone]) expect(field.parse(text)).toBe('+14795550123');
  expect(BusinessPhone.parse(text)).toBe('(479) 555-0123');
});

test.each(['(787) 555-0123', '671-555-1234', '340-244-1234', '684-633-1234', '670-234-1234', '202-555-0123'])(
  'a number of D.C. or a territory, %s, is one',
  (text) => {
    expect(Phone.safeParse(text).success).toBe(true);
  },
);

test.each([
  ['123-456-7890', 'Please give a US phone number of ten digits.'],
  ['47955501234', 'Please give a US phone number of ten digits.'],
  ['204-234-5678', 'Please give a US phone number of ten digits.'],
  ['479-555-0123 ext. 4', 'Please give the number without an extension.'],
  ['tel:479-555-0123;ext=4', 'Please give the number without an extension.'],
  ['(800) 555-0142', 'Please give a number where we reach you, not a toll-free or premium-rate one.'],
  ['900-555-0142', 'Please give a number where we reach you, not a toll-free or premium-rate one.'],
  ['479-976-1234', 'Please give a number where we reach you, not a toll-free or premium-rate one.'],
  ['\u200b', 'This field is required.'],
])('%j is refused, by the inquiry with the message of the description', (text, words) => {
  expect(message(Phone, text)).toEqual([words]);
  expect(message(phoneField('Invalid phone number'), text)).toEqual(['Invalid phone number']);
});

test('a business may be reached toll-free', () => {
  expect(BusinessPhone.parse('1-800-555-0142')).toBe('(800) 555-0142');
});
