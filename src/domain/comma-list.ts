/** @returns words with commas in them as a list: 'Mon, Nov 23; Wed, Nov 25; and Thu, Nov 26', of two 'Wed, Nov 25 and Thu, Nov 26' */
export function commaListLabel(words: readonly string[]): string {
  const and = words.length > 2 ? '; and ' : ' and ';
  return [words.slice(0, -1).join('; '), ...words.slice(-1)].filter(Boolean).join(and);
}
