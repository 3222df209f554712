import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

type Problem = { code: string; message: string } | undefined;
type Cards = {
  brandOf(number: string): { name: string };
  formatNumber(text: string): string;
  formatExpiry(text: string, deleting?: boolean): string;
  checkNumber(text: string): Problem;
  checkExpiry(text: string): Problem;
  checkCvc(text: string, number: string): Problem;
  checkZip(text: string): Problem;
};

/** The rules of card.js, run as the classic script that it is. */
function loadCards(): Cards {
  const window: { stripeSandbox: { cards?: Cards } } = { stripeSandbox: {} };
  runInContext(readFileSync(new URL('./card.js', import.meta.url), 'utf8'), createContext({ window }));
  if (window.stripeSandbox.cards === undefined) throw new Error('card.js defined no cards.');
  return window.stripeSandbox.cards;
}

const cards = loadCards();

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['3056930009020004', 'diners', '3056 9300 0902 0004'],
  ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
])('%s is a good %s card, shown as %s', (number, brand, shown) => {
  expect(cards.brandOf(number).name).toBe(brand);
  expect(cards.formatNumber(number)).toBe(shown);
  expect(cards.checkNumber(shown)).toBeUndefined();
});

test.each([
  ['', 'Your card number is incomplete.'],
  ['4242 4242', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', 'Your card number is invalid.'],
])('the number "%s" is answered with "%s"', (number, message) => {
  expect(cards.checkNumber(number)?.message).toBe(message);
});

test.each([
  ['4', '04 / '],
  ['1', '1'],
  ['12', '12 / '],
  ['1230', '12 / 30'],
  ['9/2031', '09 / 31'],
  ['09-2031', '09 / 31'],
  ['12 / 30', '12 / 30'],
])('the expiry "%s" is shown as "%s"', (typed, shown) => {
  expect(cards.formatExpiry(typed)).toBe(shown);
});

test('an expiry can be deleted past its separator', () => {
  expect(cards.formatExpiry('12 /', true)).toBe('12');
});

test('expiry, security code and ZIP say what is wrong', () => {
  expect(cards.checkExpiry('12')?.message).toBe("Your card's expiration date is incomplete.");
  expect(cards.checkExpiry('13 / 30')?.message).toBe("Your card's expiration date is invalid.");
  expect(cards.checkExpiry('01 / 20')?.message).toBe("Your card's expiration year is in the past.");
  expect(cards.checkExpiry('99')?.code).toBe('incomplete_expiry');
  expect(cards.checkCvc('123', '378282246310005')?.message).toBe("Your card's security code is incomplete.");
  expect(cards.checkCvc('1234', '378282246310005')).toBeUndefined();
  expect(cards.checkZip('7271')?.code).toBe('incomplete_zip');
  expect(cards.checkZip('72712')).toBeUndefined();
});
