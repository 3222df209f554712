import { expect, test } from 'vitest';
import {
  cleanCity,
  cleanCode,
  cleanEmail,
  cleanLine,
  cleanLines,
  cleanName,
  cleanPhone,
  cleanStreet,
  cleanZip,
} from './cleaning.ts';

const unseen = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\ufeff',
  '\u3164',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0090',
  '\ud800',
  '\u{e0041}',
];

test.each(unseen)('the mark %j is gone at the ends and inside, in every kind of field', (mark) => {
  const typed = `${mark}Pat ${mark}L${mark}ee${mark}`;
  for (const clean of [cleanLines, cleanLine, cleanName, cleanStreet, cleanCode]) expect(clean(typed)).toBe('Pat Lee');
  expect(cleanLine(mark)).toBe('');
});

test.each(['👨‍👩‍👧', '❤️‍🔥', '🏳️‍🌈', '👩🏽‍🦰', '🐕‍🦺', '🐈‍⬛', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී', 'Zoë'])(
  '%s stays as it is',
  (text) => {
    for (const clean of [cleanLines, cleanLine, cleanName, cleanStreet]) expect(clean(text)).toBe(text);
  },
);

test('a letter and its accent become one character', () => {
  expect(cleanName('Zoe\u0308')).toBe('Zo\u00eb');
});

test.each(['\u00a0', '\u2007', '\u202f', '\u3000', '\u2003', '\u205f', '\t', '\u2800', '  ', ' \u00a0 '])(
  'the space %j is a single space, and none at an end',
  (space) => {
    const typed = `${space}200${space}Main St${space}`;
    for (const clean of [cleanLine, cleanName, cleanStreet, cleanCode]) expect(clean(typed)).toBe('200 Main St');
  },
);

test.each(['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'the line break %j is a space in one line, and one line break in several',
  (lineBreak) => {
    const typed = `${lineBreak}One${lineBreak}Two${lineBreak}${lineBreak}Three${lineBreak}`;
    expect(cleanLine(typed)).toBe('One Two Three');
    expect(cleanLines(typed)).toBe('One\nTwo\n\nThree');
  },
);

test('what is typed in several lines keeps its own spaces', () => {
  expect(cleanLines('Gate:\n  left\u00a0side\n\tpush')).toBe('Gate:\n  left side\n push');
});

const dashes = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uff0d'];
test.each(dashes)('the dash %j is the keyboard’s where a number is meant', (dash) => {
  expect(cleanStreet(`12${dash}14 Main St`)).toBe('12-14 Main St');
  expect(cleanZip(`72712${dash}1234`)).toBe('72712-1234');
  expect(cleanPhone(`479${dash}555${dash}0123`)).toBe('479-555-0123');
  expect(cleanCode(`SPRING${dash}26`)).toBe('SPRING-26');
});

test('a name keeps its dash, and its hyphen is the keyboard’s', () => {
  expect(cleanName('Anne\u2011Marie')).toBe('Anne-Marie');
  expect(cleanLine('Rain \u2014 no visit')).toBe('Rain \u2014 no visit');
});

test.each([
  ['72712', '72712'],
  [' 72712\u00a0', '72712'],
  ['727121234', '72712-1234'],
  ['72712 1234', '72712-1234'],
  ['72712 - 1234', '72712-1234'],
  ['72712\u20131234', '72712-1234'],
  ['７２７１２', '72712'],
  ['7271', '7271'],
  ['72712-12', '72712-12'],
])('the zip code %j becomes %j', (typed, zipCode) => {
  expect(cleanZip(typed)).toBe(zipCode);
});

test('what was copied from a link is without its scheme', () => {
  expect(cleanEmail(' mailto:pat@example.com')).toBe('pat@example.com');
  expect(cleanPhone('tel:+14795550123')).toBe('+14795550123');
});

test('a long text of joiners is cleaned at once', () => {
  expect(cleanLines('\u200d'.repeat(1_000_000))).toBe('');
});

test('what is clean stays as it is', () => {
  for (const typed of [
    ' a\u200d\u200d b',
    '👨\u200d\u200d👩',
    'e\u200b\u0308',
    '\u200d\u0308a',
    'ﬁ\u200bx',
    '\r\u200b\n',
  ]) {
    for (const clean of [cleanLines, cleanLine, cleanName, cleanStreet, cleanCode, cleanEmail, cleanPhone, cleanZip]) {
      expect(clean(clean(typed))).toBe(clean(typed));
    }
  }
});

test.each([
  ['Bentonville, AR', 'Bentonville'],
  ['Bentonville,ar', 'Bentonville'],
  ['Bentonville AR', 'Bentonville'],
  ['Bentonville, Arkansas', 'Bentonville'],
  ['Bentonville, AR 72712-1234', 'Bentonville'],
  ['New York, New York', 'New York'],
  ['New York NY', 'New York'],
  ['St. Louis, MO', 'St. Louis'],
  ['Washington, DC', 'Washington'],
  ['New York', 'New York'],
  ['Port Washington', 'Port Washington'],
  ['Oklahoma City', 'Oklahoma City'],
  ['Winston\u2010Salem', 'Winston-Salem'],
  ['AR', 'AR'],
])('%j is the city of %j', (typed, city) => {
  expect(cleanCity(typed)).toBe(city);
});
