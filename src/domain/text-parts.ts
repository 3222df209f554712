/** GSM 03.38, the extension table: each of these takes the place of two characters. */
const twoPlaces = /^[\f[\]{}~^|\\€]$/;
/** GSM 03.38: a text message of these characters has 160 in a part; any other character makes it 70. */
const gsmCharacters = String.raw`@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f[\]{}~^|\\€`;
const gsm = new RegExp(`^[${gsmCharacters}]*$`);
const typewriter: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '‐': '-',
  '−': '-',
  '⁄': '/',
  '×': 'x',
  '`': "'",
  '´': "'",
};

/** @returns the character of the GSM alphabet that is most like this one, or this one when there is none */
function asGsm(character: string): string {
  if (gsm.test(character)) return character;
  const bare = typewriter[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (/^\s$/u.test(bare)) return ' ';
  return gsm.test(bare) ? bare : character;
}

/** @returns whether a text of these words has room for 160 characters */
export const isGsm = (words: string): boolean => gsm.test(words);

/**
 * @returns how many parts a text message takes: one of 160 characters, or several of 153; of others than GSM's 70, or 67. A
 *   character that takes two places is never cut between two parts. `[` takes two: 79 of them and two letters are one part,
 *   80 and one letter are two.
 */
export function partsOf(text: string): number {
  const isGsmText = gsm.test(text);
  const [one, each] = isGsmText ? [160, 153] : [70, 67];
  const sizes = [...text].map((character) => (isGsmText && twoPlaces.test(character) ? 2 : character.length));
  if (sizes.reduce((sum, size) => sum + size, 0) <= one) return 1;
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > each) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return parts;
}

/** @returns the words with what a text's alphabet has most like their characters */
export const gsmWords = (words: string) => [...words.normalize('NFC')].map(asGsm).join('').trim();

/** A run of what GSM lacks and is no letter or number, with the spaces around it. */
const symbol = `[^${gsmCharacters}\\p{L}\\p{M}\\p{N}]`;
const symbols = new RegExp(`( ?)(?:${symbol}| (?=${symbol}))+( ?)`, 'gu');

/** @returns the words without what leaves a text less room and is no letter, such as an emoji */
export const withoutSymbols = (words: string) =>
  words
    .replaceAll(symbols, (run, before: string, after: string, index: number, whole: string) => {
      const isInWords =
        /[\p{L}\p{N}]$/u.test(whole.slice(0, index)) && /^[\p{L}\p{N}]/u.test(whole.slice(index + run.length));
      return (before && after) || ((before || after) && isInWords) ? ' ' : '';
    })
    .trim();
