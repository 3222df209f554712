import { expect, test } from 'vitest';
import { textMessage, withoutLinks } from './plain-words.ts';

test.each([
  ['evil.example', 'evil. example'],
  ['see http://evil.example/x?a=1', 'see http: //evil. example/x?a=1'],
  ['www.evil.example', 'www. evil. example'],
  ['evil。example and evil．example', 'evil。 example and evil． example'],
  ['bücher.example', 'bücher. example'],
  ['win@evil.example', 'win @ evil. example'],
  ['tel:+14795550100', 'tel: +14795550100'],
  ['javascript:alert(1)', 'javascript: alert(1)'],
  // What is no address stays as it was typed.
  ['12 N. Oak St., Apt. 4', '12 N. Oak St., Apt. 4'],
  ['9:05 AM, $15.00, 3.5 acres', '9:05 AM, $15.00, 3.5 acres'],
  ['Please ring: the bell.', 'Please ring: the bell.'],
  [`"'@home", @SUM(A1)`, `"'@home", @SUM(A1)`],
])('%s reads %s', (typed, plain) => expect(withoutLinks(typed)).toBe(plain));

test('an address of our own stays as it is', () => {
  const own = 'https://yardpack.example/a';
  expect(withoutLinks(`evil.example, or ${own}`, [own])).toBe(`evil. example, or ${own}`);
});

const url = `https://yardpack.example/customers/${'1'.repeat(36)}/engagements/${'2'.repeat(36)}`;

test('a text keeps to the alphabet that has room for 160 characters', () => {
  expect(textMessage('“José Núñez’s” yard – done…')).toBe('"José Nuñez\'s" yard - done...');
});

test.each(['Yard '.repeat(100), '院子'.repeat(100), 'é'.repeat(400)])(
  '%s… fits two parts, with its whole address',
  (words) => {
    const text = textMessage(words, url);
    expect(text.length).toBeLessThanOrEqual(/院/.test(words) ? 134 : 306);
    expect(text.endsWith(` ${url}`)).toBe(!/院/.test(words));
    expect(text).toContain('...');
  },
);
