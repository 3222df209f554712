import { expect, test } from 'vitest';
import { partsOf } from '#domain/text-parts.ts';
import { textMessage, withoutLinks, withPhotoLink } from './plain-words.ts';

test.each([
  ['evil.example', 'evil. example'],
  ['see http://evil.example/x?a=1', 'see http: //evil. example/x?a=1'],
  ['www.evil.example', 'www. evil. example'],
  ['evil。example and evil．example', 'evil。 example and evil. example'],
  ['evil․example, evil﹒example', 'evil. example, evil. example'],
  ['evil\u200b.example, evil.\u2060example', 'evil. example, evil. example'],
  ['ev\u00adil.\u200dexample', 'evil. example'],
  ['evil.\ufe0eexample', 'evil. example'],
  ['i❤.ws and i❤️.ws', 'i❤. ws and i❤. ws'],
  ['10.0.0.1/x, 10.0.0.1:8080, 1.1/x', '10. 0. 0. 1/x, 10. 0. 0. 1:8080, 1. 1/x'],
  ['\\\\host\\share', '\\\\ host\\share'],
  ['localhost:3000/x', 'localhost: 3000/x'],
  ['4795550100, 479-555-0100 or 555-0100', '4795, 5501, 00, 479, 555, 0100 or 555, 0100'],
  ['+1 (479) 555 0100', '1, 479, 555, 0100'],
  ['479–555–0199, 479·555·0199 or 479 / 555 / 0199', '479, 555, 0199, 479, 555, 0199 or 479, 555, 0199'],
  ['555—0100 on 12/8, 1/2 mile', '555, 0100 on 12/8, 1/2 mile'],
  ['bücher.example', 'bücher. example'],
  ['win@evil.example', 'win @ evil. example'],
  ['tel:+14795550100', 'tel: 1479, 5550, 100'],
  ['javascript:alert(1)', 'javascript: alert(1)'],
  // A number of something else: no phone has so many digits without a plus.
  ['Temp 1795907994390 and 179590799439', 'Temp 1795907994390 and 179590799439'],
  ['17959079943, +179590799439012', '1795, 9079, 943, 1795, 9079, 9439, 012'],
  ['1795907994390 479 555 0100', '1795, 9079, 9439, 0, 479, 555, 0100'],
  // Text that is not an address stays as typed.
  ['12 N. Oak St., Apt. 4', '12 N. Oak St., Apt. 4'],
  ['9:05 AM, $15.00, 3.5 acres', '9:05 AM, $15.00, 3.5 acres'],
  ['a payment of $15.00: 3.5%', 'a payment of $15.00: 3.5%'],
  ['$1,500.00. 2026-11-23, 72756-1234', '$1,500.00. 2026-11-23, 72756-1234'],
  ['bill Y-2026-000009: $15.00. Y-2026-000010', 'bill Y-2026-000009: $15.00. Y-2026-000010'],
  ['Y-2026-479555 0100, Y-4795-550100', 'Y-2026, 4795, 55, 0100, Y-4795, 5501, 00'],
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

test.each(['Long '.repeat(80), '院子'.repeat(100)])('of a text that is too long what was typed is cut: %s', (typed) => {
  const text = textMessage(`We could not come. Reason: ${typed.trim()}. Nothing is charged.`, url, typed);
  expect(text.length).toBeLessThanOrEqual(/院/.test(typed) ? 67 * Math.ceil((101 + url.length) / 67) : 306);
  expect(text).toMatch(/^We could not come\. Reason: \S.*[^.]\.\.\. Nothing is charged\./);
});

test('what somebody typed is cut after a word', () => {
  const typed = 'Barking dogs everywhere '.repeat(20).trim();
  expect(textMessage(`We could not come. Reason: ${typed}. Nothing is charged.`, url, typed)).toMatch(
    /(Barking|dogs|everywhere)\.\.\. Nothing is charged\./,
  );
});

const paused = (service: string, street: string) =>
  `Yardpack: you have paused "${service}" at ${street}. Nobody comes until you resume it. Nothing is owed. The visit under way is finished and charged.`;
const road = '4500 W Pleasant Grove Rd';
const long = `${road}, behind the old mill on the far side of the creek, second gate`;

test.each([
  ['🐾 Yard Cleanup, billed monthly', road, 'Yard Cleanup, billed monthly', road],
  ['Yard 🐾🐶 Cleanup ✨', `${road} 🏡`, 'Yard Cleanup', road],
  ['Yard🐾 Cleanup', '½ Elm × 3 `A`', 'Yard Cleanup', "1/2 Elm x 3 'A'"],
  ['🐾 Yard Cleanup', `${long} ${long}`, 'Yard Cleanup', `${long.slice(0, 57).trimEnd()}...`],
])('a text that has no room for “%s” at %s says all of its news', (service, street, said, where) => {
  const text = textMessage(paused(withoutLinks(service), withoutLinks(street)), '', '', [
    withoutLinks(service),
    withoutLinks(street),
  ]);
  expect(text).toBe(paused(said, where).replace('....', '...'));
  expect(partsOf(text)).toBeLessThanOrEqual(2);
});

test('a street that is cut behind its “St.” ends in three dots', () => {
  const street = `4500 West Pleasant St. ${'x'.repeat(80)}`;
  const text = textMessage(paused('Yard Cleanup, billed monthly', street), url, '', [street]);
  expect(text).toMatch(/ St\.\.\. Nobody comes/);
});

test('a text has its emoji where there is room', () => {
  expect(textMessage('🐾 Yard is done')).toBe('🐾 Yard is done');
});

test.each(['Sunny Lane, '.repeat(30).trim(), '院子'.repeat(100), 'é'.repeat(400)])(
  '%s… is no name, and goes whole with its address in as many parts as that takes',
  (words) => {
    expect(textMessage(words, url)).toBe(`${words} ${url}`);
  },
);

test('a text is no longer than what providers take', () => {
  expect(textMessage('Yard '.repeat(1000), url)).toMatch(/Yard\.\.\. https:\S+$/);
  expect(textMessage('Yard '.repeat(1000), url).length).toBeLessThanOrEqual(1530);
});

test.each(['Michał', '李雷', 'Pat'])(
  'an order of %s at a business with a long address says all, and has its link',
  (name) => {
    const link = `https://www.northwestarkansaspoop.com/card-link?token=${'k'.repeat(43)}`;
    const words = `NWA Poop: thank you for your call, ${name}. Please confirm your yard service and save a card:`;
    expect(textMessage(words, link)).toBe(`${words} ${link}`);
  },
);

test.each(['108 SW 8th St', '1520 North Leverett Avenue, Apt 12', 'Long '.repeat(60).trim()])(
  'a text that a visit at %s is done has its photo, and the link of the visit where there is room',
  (street) => {
    const photo = `https://www.northwestarkansaspoop.com/p/${'p'.repeat(22)}`;
    const words = `Northwest Arkansas: Wren O. has just finished today's visit at ${street}. Enjoy your yard!`;
    const text = withPhotoLink(textMessage(words, url, street), photo);
    expect(text.endsWith(` ${photo}`)).toBe(true);
    expect(partsOf(text)).toBeLessThanOrEqual(2);
    expect(text).toMatch(/^Northwest Arkansas: Wren O\. has just finished/);
  },
);
