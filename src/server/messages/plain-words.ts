/**
 * Makes plain words of what a mail program or a phone would make a link of by itself: `evil.example` becomes
 * `evil. example`. A space shows what was typed and, unlike an invisible character, costs a text message nothing.
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
      // Whatever names a way of opening something: http://, mailto:, tel:
      .replaceAll(/(\p{L}):(?=\S)/gu, '$1: ')
      .replaceAll(/(?<=[\p{L}\p{N}\p{M}_.+-])@(?=[\p{L}\p{N}])/gu, ' @ ')
      // The full stops of other scripts divide a domain's name as well (RFC 3490, section 3.1).
      .replaceAll(/([\p{L}\p{N}\p{M}_-])([.。．｡])(?=\p{L})/gu, '$1$2 ')
  );
}

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
 */
export function textMessage(words: string, url = ''): string {
  const link = url && ` ${url}`;
  const plain = [...words.normalize('NFC')].map(asGsm).join('').trim();
  // Two parts of 153 or, for other alphabets, of 67: each part's header takes the rest (3GPP TS 23.040, section 9.2.3.24).
  const most = gsm.test(plain) ? 306 : 134;
  const room = most - link.length;
  // An address that leaves no room to say why is left out.
  if (room < 40) return textMessage(words);
  return (
    (plain.length <= room
      ? plain
      : `${plain
          .slice(0, room - 3)
          .toWellFormed()
          .trimEnd()}...`) + link
  );
}
