import { cleanStreet } from '#domain/cleaning.ts';
import { folded } from '#domain/folding.ts';
import { shortestSearch } from '#domain/search-lengths.ts';

/** A whole US phone number within a text, in any spelling: an area code and seven digits, perhaps after a 1, or 011 and a 1. */
const wholeNumber = /(?<!\d)(?:(?:011[\s./-]*)?\+?1[\s./-]*)?\(?\d{3}\)?[\s./-]*\d{3}[\s./-]*\d{4}(?!\d)/g;
/** A phone number or its beginning, and nothing else. */
const partOfNumber = /^\+?[\d\s()./-]+$/;

/**
 * Makes a text search query of Postgres from what staff typed, to be cast to tsquery, not parsed
 * (https://www.postgresql.org/docs/18/datatype-textsearch.html). Each lexeme is quoted, so nothing typed acts as an
 * operator. Every typed word must match the beginning of a word. A phone number is one word in any spelling.
 * @returns for example `'casey':*`; undefined when there is nothing to look for
 */
export function searchQuery(typed: string): string | undefined {
  const text = plain(typed);
  if (text.length < shortestSearch) return undefined;
  const { numbers, each } = partsOf(text);
  if (each.length === 0) return undefined;
  const all = each.join(' & ');
  // In a phone number that is not typed to its end, spaces do not end a word.
  return numbers.length === 0 && partOfNumber.test(text) ? `(${all}) | ${anyOf(phoneLexemes(text))}` : all;
}

/** A longer text is not a name and a street. */
const mostParts = 6;

/** Text search queries: some of the typed words for a person, the others for an address. */
export type SearchSplit = { person: string; address: string };

/** @returns every way to cut what staff typed in two, as name and street or street and name; none for a single word */
export function searchSplits(typed: string): SearchSplit[] {
  const { each } = partsOf(plain(typed));
  if (each.length > mostParts) return [];
  return each.slice(1).flatMap((_, index) => {
    const first = each.slice(0, index + 1).join(' & ');
    const rest = each.slice(index + 1).join(' & ');
    return [
      { person: first, address: rest },
      { person: rest, address: first },
    ];
  });
}

/** How many digits the end of a bill's number has at least. */
const fewestDigits = 6;

/**
 * @returns what the number of a bill ends with, and all of it if that is what was typed: 'Y-2026-000294' is found by 'Y-2026-294' and
 * '294' too
 */
export function billNumberOf(typed: string): { end: string; whole: string | undefined } | undefined {
  const number = plain(typed)
    .replaceAll(/^[\s"'(]+|[\s"').,;:!?]+$/g, '')
    .replace(/^(?:(?:bill|invoice|receipt)\b\s*)?(?:no\b\.?|number\b)?[\s#:]*/, '');
  const [, letters, year, digits, ofLetters, ofYear, six] = wholeBill.exec(number) ?? [];
  const [start, its, last] = [letters ?? ofLetters, year ?? ofYear, digits ?? six];
  const end = last ?? /^(?:20\d\d(?:[\s-]+(?=\d{6}$)|-)|[a-z]{1,4}-)?(\d{1,9})$/.exec(number)?.[1];
  if (!end) return undefined;
  const padded = end.padStart(fewestDigits, '0');
  return { end: padded, whole: start && `${start.toUpperCase()}-${its}-${padded}` };
}

/** With dashes or other signs, and however few digits; or with other gaps or none, and all of its digits. */
const wholeBill = /^(?:([a-z]{1,4})[-/._](\d{4})[-/._](\d{1,9})|([a-z]{1,4})[\s-]*(20\d\d)[\s-]*(\d{6}))$/;

/** With the keyboard's digits, spaces, dashes and quotes: what is pasted from a document or a link often has others. */
const plain = (typed: string) =>
  cleanStreet(typed.replaceAll(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC')))
    .toLowerCase()
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/^['‘’]|['‘’]$/g, '')
    .replace(/^(?:tel|sms|mailto):/, '');

/** @returns the queries of a text's phone numbers, and those of its numbers and words together */
function partsOf(text: string): { numbers: readonly string[]; each: string[] } {
  const numbers = [...text.matchAll(wholeNumber)].map(([number]) => anyOf(phoneLexemes(number)));
  const words = text.replaceAll(wholeNumber, ' ').split(/\s+/);
  return { numbers, each: [...numbers, ...words.flatMap((word) => wordQuery(word) ?? [])] };
}

/**
 * Looks for a word both whole and in its parts. Postgres's parser keeps some words together, such as an email address
 * or a name with a hyphen, and splits others, such as O'Brien.
 */
function wordQuery(word: string): string | undefined {
  const parts = word.match(/[\p{L}\p{N}\p{M}]+/gu);
  if (!parts) return undefined;
  const inParts = parts.map(beginning).join(' & ');
  const digits = partOfNumber.test(word) && parts.length > 1 ? [anyOf(phoneLexemes(word))] : [];
  // A phone writes O’Brien, which the parser keeps together.
  const ways = [
    ...new Set([beginning(word), beginning(word.replaceAll("'", '’')), inParts, beginning(folded(word))]),
    ...digits,
  ];
  return ways.length > 1 ? `(${ways.map((way) => `(${way})`).join(' | ')})` : ways[0];
}

/** The index has a number's digits as they were typed once, with the country's 1 or without. */
function phoneLexemes(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '').replace(/^011(?=1\d{10}$)/, '');
  const national = digits.replace(/^1(?=\d)/, '');
  return [...new Set([digits, national, `1${national}`])].map(beginning);
}

const anyOf = (lexemes: string[]) => `(${lexemes.join(' | ')})`;
const beginning = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}':*`;
