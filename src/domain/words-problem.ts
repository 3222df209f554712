import { type WordedMessage, wordingOf } from './worded-messages.ts';

/** With a name, a street and a link it still fits two parts of a text. */
export const mostOfWords = 160;

/** @returns what is wrong with the words of a message, or undefined */
export function wordsProblem(message: WordedMessage, words: string): string | undefined {
  const known: readonly string[] = wordingOf(message).names;
  const unknown = /\{(\w+)\}/g;
  for (const [whole, name = ''] of words.matchAll(unknown)) {
    if (known.length === 0) return `This message names nobody: please leave ${whole} out.`;
    if (!known.includes(name)) return `There is no ${whole}. Please use ${known.map((one) => `{${one}}`).join(', ')}.`;
  }
  // Nothing else in a text says it.
  const missing = ['day', 'days', 'when', 'rhythm', 'card'].find(
    (name) => known.includes(name) && !words.includes(`{${name}}`),
  );
  if (words && missing) return `Please say {${missing}} too.`;
  return /[{}]/.test(words.replaceAll(unknown, '')) ? 'Please close each brace, as in {name}.' : undefined;
}
