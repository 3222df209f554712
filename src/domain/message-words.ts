/**
 * The messages that a business may word itself, by the settings that hold its words; '' for ours. Each goes to a customer, by
 * text and as the beginning of a mail.
 */
export const wordedMessages = ['acceptedWords', 'onTheWayWords', 'doneWords'] as const;
export type WordedMessage = (typeof wordedMessages)[number];

/** What words may name in braces, and what stands there in an example. */
export const wordExamples = {
  name: 'Casey',
  worker: 'Wren O.',
  street: '108 SW 8th St',
  service: 'Weekly cleanup',
} as const;
export type WordValues = Record<keyof typeof wordExamples, string>;

/** Our words of the text, for a visit of today; the letters of the nouns have all of it. */
export const ourWords: Record<WordedMessage, string> = {
  acceptedWords: 'good news, {worker} will take care of your yard at {street}.',
  onTheWayWords: '{worker} is on the way to {street}. Please unlock the gate and keep the dogs inside.',
  doneWords: "{worker} has just finished today's visit at {street}. Enjoy your yard!",
};

/** With a name, a street and a link it still fits two parts of a text. */
export const mostOfWords = 160;

/** @returns words with a person's values in them */
export const fillWords = (words: string, values: WordValues): string =>
  words.replaceAll(/\{(\w+)\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof WordValues] : found,
  );

/** @returns what is wrong with words, or undefined */
export function wordsProblem(words: string): string | undefined {
  const known = Object.keys(wordExamples);
  const unknown = /\{(\w+)\}/g;
  for (const [whole, name = ''] of words.matchAll(unknown)) {
    if (!known.includes(name)) return `There is no ${whole}. Please use ${known.map((one) => `{${one}}`).join(', ')}.`;
  }
  return /[{}]/.test(words.replaceAll(unknown, '')) ? 'Please close each brace, as in {name}.' : undefined;
}
