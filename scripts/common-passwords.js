// Writes src/domain/common-passwords.txt, the words that commonPasswordCheck goes by, the commonest first:
//   node scripts/common-passwords.js

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL } from 'node:url';

// The 30,000 commonest of the ten million leaked passwords that Mark Burnett published, in lower case.
const { passwords } = createRequire(import.meta.url)('zxcvbn/lib/frequency_lists.js');
const wordCount = 10_000;

// People at work, who must choose a new one with a digit and a capital every season, were few in those leaks.
const months = [...Array(12).keys()].map((month) =>
  new Date(Date.UTC(2000, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
);
const workWords = ['spring', 'summer', 'autumn', 'fall', 'winter', ...months, 'admin', 'company', 'office', 'login'];
workWords.push('user', 'temp', 'abc', 'yardpack', 'abcd', 'default', 'support', 'school', 'india');
const workPlace = 300;

// Shorter ones say nothing, and a password with any other character is refused anyway.
const isOfUse = (word) => word.length >= 3 && /^[a-z\d!@#$%^&*(),.?":{}|<>-]+$/.test(word);
const fitsTheRules = (word) => word.length >= 8 && /\d/.test(word) && /[a-z]/.test(word) && /[^a-z\d]/.test(word);

const ranked = passwords.filter(isOfUse);
const words = new Set([
  // The commonest beginning where a capital and digits are asked for: Aa123456, Aa@123456.
  'aa',
  ...ranked.slice(0, workPlace),
  ...workWords,
  ...ranked.slice(workPlace, wordCount),
  ...ranked.filter(fitsTheRules),
]);
writeFileSync(new URL('../src/domain/common-passwords.txt', import.meta.url), `${[...words].join('\n')}\n`);
