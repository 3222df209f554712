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
  const text = plain(typed);
  if (text.length < shortestSearch) return undefined;
  const { numbers, each } = partsOf(text);
  if (each.length === 0) return undefined;
  const all = each.join(' & ');
  // What is typed of a number so far has spaces that end no word.
  return numbers.length === 0 && partOfNumber.test(text) ? `(${all}) | ${anyOf(phoneLexemes(text))}` : all;
}

/** Who types more than this has typed no name and street. */
const mostParts = 6;

/**
 * What staff typed as a name and a street, in this order or the other one: every way to cut it in two.
 * @returns text search queries for the words of a person and for those of an address; none for a single word
 */
export function searchSplits(typed: string): { person: string; place: string }[] {
  const { each } = partsOf(plain(typed));
  if (each.length > mostParts) return [];
  return each.slice(1).flatMap((_, index) => {
    const first = each.slice(0, index + 1).join(' & ');
    const rest = each.slice(index + 1).join(' & ');
    return [
      { person: first, place: rest },
      { person: rest, place: first },
    ];
  });
}

const plain = (typed: string) => typed.normalize('NFC').trim().toLowerCase();

/** @returns a query for each phone number and each word of a text, and those of the numbers */
function partsOf(text: string): { numbers: readonly string[]; each: string[] } {
  const numbers = [...text.matchAll(wholeNumber)].map(([number]) => anyOf(phoneLexemes(number)));
  const words = text.replaceAll(wholeNumber, ' ').split(/\s+/);
  return { numbers, each: [...numbers, ...words.flatMap((word) => wordQuery(word) ?? [])] };
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
