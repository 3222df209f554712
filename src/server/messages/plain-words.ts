/**
 * Makes plain words of what a mail program or a phone would make a link of by itself: `evil.example` becomes
 * `evil. example`, and the number of a phone groups of digits with commas. A space shows what was typed and, unlike an
 * invisible character, costs a text message nothing.
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
      // What cannot be seen could hide a dot from what follows.
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // Dots, letters and digits of other widths and shapes become the usual ones (Unicode Standard Annex 15).
      .normalize('NFKC')
      // Whatever names a way of opening something: http://, mailto:, tel:, \\host
      .replaceAll(/(\p{L}):(?=\S)/gu, '$1: ')
      .replaceAll(/(\\{2,})(?=[^\s\\])/g, '$1 ')
      .replaceAll(/(?<=[\p{L}\p{N}\p{M}\p{S}_.+-])@(?=[\p{L}\p{N}\p{S}])/gu, ' @ ')
      // The full stop of another script divides a domain's name as well (RFC 3490, section 3.1).
      .replaceAll(/(?<=\S)([.。])(?=[^\s\p{P}])/gu, (dot, _, place: number, whole: string) =>
        isDecimalPoint(whole, place) ? dot : `${dot} `,
      )
      .replaceAll(phone, (number) => (number.match(/\d{1,4}/g) ?? []).join(', '))
  );
}

/** Whether a dot is one of a number such as 3.5 or $15.00, which is part of nothing longer. */
const isDecimalPoint = (text: string, place: number): boolean =>
  /(?<![\p{L}\p{N}.:/])\d[\d,]*$/u.test(text.slice(Math.max(0, place - 12), place)) &&
  /^\d{1,2}(?![\p{L}\p{N}/]|[.:]\S)/u.test(text.slice(place + 1));

/** What phones make tappable: seven digits in a row or more, 555-0100, and ten or more with what people write between them. */
const phone =
  /(?<!\d)(?:[+(]{0,2}\d(?:(?:[ .]| ?[\p{Pd}\u2212·_*/()] ?)?\d){9,}|\d{7,}|\d{3}[.\p{Pd}\u2212·_*] ?\d{4})(?!\d)/gu;

/** GSM 03.38: what a text message carries at 160 to a part; anything else makes it 70. */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;
const typewriter: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
};

/** @returns the character as the alphabet of text messages has it, where it has one like it */
function asGsm(character: string): string {
  if (gsm.test(character)) return character;
  const bare = typewriter[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (/^\s$/u.test(bare)) return ' ';
  return gsm.test(bare) ? bare : character;
}

/**
 * A text message of two parts at most.
 * @param words what it says
 * @param url what it ends with, if anything; never cut
 * @param typed the part of the words that is cut before any other
 */
export function textMessage(words: string, url = '', typed = ''): string {
  const link = url && ` ${url}`;
  const plain = gsmWords(words);
  // Two parts of 153 or, for other alphabets, of 67: each part's header takes the rest (3GPP TS 23.040, section 9.2.3.24).
  const most = gsm.test(plain) ? 306 : 134;
  const room = most - link.length;
  // An address that leaves no room to say why is left out.
  if (room < 40) return textMessage(words, '', typed);
  if (plain.length <= room) return plain + link;
  const long = gsmWords(typed);
  const kept = long.length - (plain.length - room);
  // Of what was typed, three characters and the dots say nothing; then the end of the whole is cut.
  if (kept > 6 && plain.includes(long)) return plain.replace(long, () => shortened(long, kept)) + link;
  return shortened(plain, room) + link;
}

const gsmWords = (words: string) => [...words.normalize('NFC')].map(asGsm).join('').trim();

const shortened = (text: string, length: number) =>
  `${text
    .slice(0, length - 3)
    .toWellFormed()
    .trimEnd()}...`;
