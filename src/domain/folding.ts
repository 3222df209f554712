/** Apostrophes as keyboards and phones write them. */
const apostrophes = "'’‘ʼ`´";

const letters = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, index) => String.fromCodePoint(from + index));
/** Of the letters of Europe's languages and Vietnamese those that are a plain one with a mark. */
const marked = [...letters(0xc0, 0x17f), ...letters(0x1ea0, 0x1ef9)].flatMap((letter): [string, string][] => {
  const [base = '', ...marks] = letter.normalize('NFD').toLowerCase();
  return marks.length > 0 && /[a-z]/.test(base) ? [[letter, base]] : [];
});
const plainOf = new Map([...marked, ['ø', 'o'], ['Ø', 'o'], ['ł', 'l'], ['Ł', 'l'], ['đ', 'd'], ['Đ', 'd']]);

/** What Postgres's `translate` is to put in the place of what: the characters of the first without one in the second go. */
export const foldingPairs = {
  from: [...plainOf.keys()].join('') + apostrophes,
  to: [...plainOf.values()].join(''),
};

/** @returns a word in lower case without accents and apostrophes: O’Shéa is oshea */
export const folded = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => (apostrophes.includes(letter) ? '' : (plainOf.get(letter) ?? letter)))
    .join('')
    .toLowerCase();
