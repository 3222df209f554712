import { gsmWords, isGsm, partsOf, withoutSymbols } from '#domain/text-parts.ts';

/**
 * Rewrites text that a mail program or a phone would turn into a link: `evil.example` becomes `evil. example`, and a
 * phone number becomes groups of digits with commas, unless it is the number of a bill. The added spaces leave the text readable. Unlike an invisible
 * character, a space does not make a text message longer than its alphabet allows.
 * @param own addresses that stay as they are
 */
export function withoutLinks(text: string, own: readonly string[] = []): string {
  const [first, ...others] = own;
  if (first !== undefined) {
    return text
      .split(first)
      .map((part) => withoutLinks(part, others))
      .join(first);
  }
  return (
    text
      // An invisible character could separate a dot from the letters after it, and hide a link from the rules below.
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // NFKC replaces dots, letters and digits of other widths and shapes by the usual ones (Unicode Standard Annex
      // 15).
      .normalize('NFKC')
      // Schemes and hosts: http://, mailto:, tel:, \\host
      .replaceAll(/(\p{L}):(?=\S)/gu, '$1: ')
      .replaceAll(/(\\{2,})(?=[^\s\\])/g, '$1 ')
      .replaceAll(/(?<=[\p{L}\p{N}\p{M}\p{S}_.+-])@(?=[\p{L}\p{N}\p{S}])/gu, ' @ ')
      // The ideographic full stop separates the parts of a domain name too (RFC 3490, section 3.1).
      .replaceAll(/(?<=\S)([.。])(?=[^\s\p{P}])/gu, (dot, _, index: number, whole: string) =>
        isDecimalPoint(whole, index) ? dot : `${dot} `,
      )
      .replaceAll(billOrPhone, (number) =>
        number.startsWith('Y') ? number : (number.match(/\d{1,4}/g) ?? []).join(', '),
      )
  );
}

/** Whether the dot belongs to a number such as 3.5 or $15.00 that is not part of something longer. */
const isDecimalPoint = (text: string, index: number): boolean =>
  /(?<![\p{L}\p{N}.:/])\d[\d,]*$/u.test(text.slice(Math.max(0, index - 12), index)) &&
  /^\d{1,2}(?![\p{L}\p{N}/]|[.:]\S)/u.test(text.slice(index + 1));

const between = String.raw`(?:[ .]| ?[\p{Pd}\u2212·_*/()] ?)?`;
/**
 * Phones turn these into links: seven to eleven digits in a row, 555-0100, and ten digits or more with a plus or separators. More in
 * a row are a number of something else, such as a product's.
 */
const phone = String.raw`(?<!\d)(?!\d{12,}(?!${between}\d))(?:[+(]{0,2}\d(?:${between}\d){9,}|\d{7,}|\d{3}[.\p{Pd}\u2212·_*] ?\d{4})(?!\d)`;
// Digits after it would make its end a phone number.
const bill = String.raw`(?<![\p{L}\p{N}])[A-Z]{1,4}-20\d\d-\d{6}(?!${between}\d)`;
const billOrPhone = new RegExp(`${bill}|${phone}`, 'gu');

/** As many characters of the words a text has room for beside its address: as long as ours are. */
const leastWords = 100;
/** So many parts no words of ours take; providers take no more than 1,600 characters. */
const mostParts = 10;
/** So much of what somebody typed stays. */
const leastTyped = 20;
/** To how many characters names are shortened, one after the other, until the text has room. */
const nameLengths = [60, 40, 30, 20];

/**
 * @param words what the message says
 * @param url the address at its end, if any; never cut
 * @param typed the part of the words that is cut first
 * @param names parts that somebody typed as well, and are shortened next
 * @returns a text message of two parts at most, or of as many more as its address and our own words leave no room in
 */
export function textMessage(words: string, url = '', typed = '', names: readonly string[] = []): string {
  const link = url && ` ${url}`;
  const plain = gsmWords(words);
  const over = (text: string) => {
    const part = partOf(text);
    // A text that leads nowhere is worth nothing, however few parts it has.
    const parts = Math.max(2, Math.ceil((Math.min(text.length, leastWords) + link.length) / part));
    return partsOf(text + link) > parts ? text.length + link.length - parts * part : 0;
  };
  if (!over(plain)) return plain + link;
  const bare = withoutSymbols(plain);
  const first = withoutSymbols(gsmWords(typed));
  const cut = bare.replace(first, () => shortened(first, Math.max(first.length - over(bare), leastTyped)));
  const long = names.map((name) => withoutSymbols(gsmWords(name))).toSorted((a, b) => b.length - a.length);
  const withNames = (length: number) =>
    long.reduce(
      (text, name) => (name.length > length ? text.replaceAll(name, () => shortened(name, length)) : text),
      cut,
    );
  // The end of a sentence, or of "St.", goes with the end of what was cut.
  const named = nameLengths
    .reduce((text, length) => (over(text) ? withNames(length) : text), cut)
    .replaceAll(/\.{4,}/g, '...');
  return shortened(named, mostParts * partOf(named) - link.length) + link;
}

/** Parts of 153 characters, or of 67 outside of GSM; a header takes the rest (3GPP TS 23.040, section 9.2.3.24). */
const partOf = (text: string) => (isGsm(text) ? 153 : 67);

/**
 * @param text what the message says
 * @returns a text with a photo at its end: where there is no room for both, its link goes in the place of that of the words, and where
 * there is none for that, the text stays
 */
export function withPhotoLink(text: string, url: string): string {
  const whole = `${text} Photo: ${url}`;
  if (partsOf(whole) <= 2) return whole;
  const short = `${text.replace(/ https?:\/\/\S+$/, '')} Photo: ${url}`;
  return partsOf(short) <= Math.max(2, partsOf(text)) ? short : text;
}

/** @returns the text cut at the end of a word; where a word takes more than half of what there is room for, within it */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 3);
  const words = /\s/.test(text.charAt(cut.length)) ? cut : cut.slice(0, Math.max(cut.search(/\s\S*$/), 0));
  return `${(words.length * 2 > cut.length ? words : cut).toWellFormed().trimEnd()}...`;
}
