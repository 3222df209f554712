import { shortestSearch } from '#contract/search.ts';

/** A whole US phone number within a text, in any spelling: an area code and seven digits, perhaps behind a 1. */
const wholeNumber = /(?<!\d)(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/g;
/** A text that is nothing but a phone number, or its beginning. */
const partOfNumber = /^\+?[\d\s().-]+$/;

/**
 * What staff typed as a text search query of Postgres (https://www.postgresql.org/docs/18/datatype-textsearch.html),
 * to be cast, not parsed: each lexeme is quoted, so nothing that is typed is an operator. Every word must match as the
 * beginning of a word; a phone number is one word however it is spelled.
 * @returns for example `'casey':*`, or undefined when nothing worth looking for was typed
 */
export function searchQuery(typed: string): string | undefined {
  const text = typed.normalize('NFC').trim().toLowerCase();
  if (text.length < shortestSearch) return undefined;
  const numbers = [...text.matchAll(wholeNumber)].map(([number]) => phoneLexemes(number));
  const words = text.replaceAll(wholeNumber, ' ').split(/\s+/);
  const each = [...numbers.map(anyOf), ...words.flatMap((word) => wordQuery(word) ?? [])];
  if (each.length === 0) return undefined;
  const all = each.join(' & ');
  // What is typed of a number so far has spaces that end no word.
  return numbers.length === 0 && partOfNumber.test(text) ? `(${all}) | ${anyOf(phoneLexemes(text))}` : all;
}

/**
 * The parser that made the words of a row keeps some together, such as an e-mail address or a name with a hyphen, and
 * splits others: O'Brien is two words. So it is looked for both as it is typed and in its parts.
 */
function wordQuery(word: string): string | undefined {
  const parts = word.match(/[\p{L}\p{N}\p{M}]+/gu);
  if (!parts) return undefined;
  const inParts = parts.map(beginning).join(' & ');
  const digits = partOfNumber.test(word) && parts.length > 1 ? [anyOf(phoneLexemes(word))] : [];
  const ways = [...new Set([beginning(word), inParts]), ...digits];
  return ways.length > 1 ? `(${ways.map((way) => `(${way})`).join(' | ')})` : ways[0];
}

/** Numbers are kept as digits as they were typed once, with the country's 1 or without. */
function phoneLexemes(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '');
  const national = digits.replace(/^1(?=\d)/, '');
  return [...new Set([digits, national, `1${national}`])].map(beginning);
}

const anyOf = (lexemes: string[]) => `(${lexemes.join(' | ')})`;
const beginning = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}':*`;
