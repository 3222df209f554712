import { usStateCodes, usStates } from './us-states.ts';

/**
 * How a text that a person typed or pasted is cleaned before anybody judges, compares or keeps it: without marks that nobody
 * sees, with one kind of space, dash and line break. Which field is cleaned how: `contract/fields.ts`.
 */

// Soft hyphens, directions of writing, widths of nothing, fillers that look blank, and halves of characters.
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\p{Surrogate}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern takes them away
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Of Braille the sign without a dot. */
const space = /[^\S\n]|\u2800/g;
const dashes = /[\p{Dash_Punctuation}\u2043\u2212]/gu;
const hyphens = /[\u2010\u2011]/g;

/** The flags of England, Scotland and Wales are written with tags; elsewhere those hide text. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]/gu;

const joiners = /[\u200c\u200d]/g;
const picture = /\p{Extended_Pictographic}/u;
const endOfPicture = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
/** Scripts in which a joiner changes a word, such as Persian and Hindi. */
const joined =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/** A joiner stays between pictures that are one, and between letters of a script that needs it. */
function joiner(mark: string, at: number, text: string): string {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const [after = ''] = text.slice(at + 1, at + 3);
  if (mark === '\u200d' && endOfPicture.test(before) && picture.test(after)) return mark;
  return joined.test(before) && joined.test(after) ? mark : '';
}

/** @returns a text of several lines: each ends with '\n', and nothing is around them */
export const cleanLines = (text: string): string =>
  text
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controls, '')
    .replaceAll(unseen, '')
    .replaceAll(tags, '$1')
    .replaceAll(joiners, joiner)
    .replaceAll(space, ' ')
    .normalize('NFC')
    .trim();

/** @returns a text of one line, with single spaces */
export const cleanLine = (text: string): string => cleanLines(text).replaceAll(/\s+/g, ' ');

/** @returns a name of a person or a place, with the keyboard's hyphen */
export const cleanName = (text: string): string => cleanLine(text).replaceAll(hyphens, '-');

const states = usStates.map(({ name }) => name).join('|');
/** Behind a comma, or two capitals: New York and Port Washington are cities. */
const stateBehind = new RegExp(
  `(?:, ?(?:[A-Za-z]{2}|${states})|,? (?:${usStateCodes.join('|')}))(?: \\d{5}(?:-\\d{4})?)?$`,
);

/** @returns the name of a city without the state and zip code, which have fields of their own: 'Bentonville, AR' */
export const cleanCity = (text: string): string => cleanName(text).replace(stateBehind, '');

/** @returns a line of an address: every dash is the keyboard's, as in '12-14 Main St' */
export const cleanStreet = (text: string): string => cleanLine(text).replaceAll(dashes, '-');

/** @returns what has letters and digits of the keyboard alone, such as a user name or the name of a coupon */
export const cleanCode = (text: string): string => cleanStreet(cleanLine(text).normalize('NFKC'));

/** @returns an email address, also one that was copied from a link */
export const cleanEmail = (text: string): string => cleanCode(text).replace(/^mailto: ?/i, '');

/** @returns a phone number as it was typed, for the library that reads it; also one that was copied from a link */
export const cleanPhone = (text: string): string => cleanCode(text).replace(/^tel: ?/i, '');

/** @returns a zip code of five digits, or of nine as '72712-1234', also typed together or with spaces */
export const cleanZip = (text: string): string =>
  cleanCode(text)
    .replaceAll(' ', '')
    .replace(/^(\d{5})-?(\d{4})$/, '$1-$2');
