import { gsmWords, isGsm, partsOf } from '#domain/text-parts.ts';

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

/**
 * @param words what the message says
 * @param url the address at its end, if any; never cut
 * @param typed the part of the words that is cut first
 * @returns a text message of two parts at most, or of as many more as its address leaves no room in
 */
export function textMessage(words: string, url = '', typed = ''): string {
  const link = url && ` ${url}`;
  const plain = gsmWords(words);
  // Parts of 153 characters, or of 67 outside of GSM; a header takes the rest (3GPP TS 23.040, section 9.2.3.24).
  const part = isGsm(plain) ? 153 : 67;
  const least = Math.min(plain.length, leastWords);
  // A text that leads nowhere is worth nothing, however few parts it has.
  const room = Math.max(2, Math.ceil((least + link.length) / part)) * part - link.length;
  if (plain.length <= room) return plain + link;
  const long = gsmWords(typed);
  const kept = long.length - (plain.length - room);
  // Three typed characters and dots would say nothing, so then the end of the whole message is cut instead.
  if (kept > 6 && plain.includes(long)) return plain.replace(long, () => shortened(long, kept)) + link;
  return shortened(plain, room) + link;
}

/**
 * @param words what the message says
 * @returns a text of two parts with a photo at its end: where there is no room for both, its link goes before that of the words, and
 * these are cut
 */
export function withPhotoLink(text: string, url: string): string {
  const whole = `${text} Photo: ${url}`;
  if (partsOf(whole) <= 2) return whole;
  const words = text.replace(/ https?:\/\/\S+$/, '');
  const short = `${words} Photo: ${url}`;
  return partsOf(short) <= 2 ? short : textMessage(words, url);
}

/** @returns the text cut at the end of a word; where a word takes more than half of what there is room for, within it */
function shortened(text: string, length: number): string {
  const cut = text.slice(0, length - 3);
  const words = /\s/.test(text.charAt(cut.length)) ? cut : cut.slice(0, Math.max(cut.search(/\s\S*$/), 0));
  return `${(words.length * 2 > cut.length ? words : cut).toWellFormed().trimEnd()}...`;
}
