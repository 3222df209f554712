import { expect, test } from 'vitest';
import { answerZip } from './zip-answer.ts';

test('a zip code of the service area gets the city and the lowest price', () => {
  expect(answerZip('72712', 1500)).toEqual({
    kind: 'inside',
    text: 'Good news: we serve Bentonville. Prices start at $15.00 a visit.',
  });
});

test('no price is named while none is known', () => {
  expect(answerZip('72745', undefined).text).toBe('Good news: we serve Lowell.');
});

test.each([' 72712 ', '72712-1234', '727121234'])('%j is read as 72712', (typed) => {
  expect(answerZip(typed, undefined).kind).toBe('inside');
});

test('a zip code elsewhere gets a way on', () => {
  expect(answerZip('90210', 1500)).toMatchObject({ kind: 'outside', text: expect.stringContaining('2 business days') });
});

test.each(['', '7271', '7271a', '72712-12', 'Bentonville'])('%j is asked for again', (typed) => {
  expect(answerZip(typed, 1500).kind).toBe('unclear');
});
