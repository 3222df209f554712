/** What words may name in braces, and what stands there in an example. */
export const wordExamples = {
  name: 'Casey',
  worker: 'Wren O.',
  street: '108 SW 8th St',
  service: 'Weekly cleanup',
  day: 'Thu, Dec 3',
  before: 'Wed, Dec 2',
  days: 'Tuesday and Thursday',
  when: 'from Mon, Dec 7 to Fri, Dec 11',
  rhythm: '2 visits, every week, from Tue, Dec 8 on',
  holiday: 'Thanksgiving Day',
  customer: 'Casey Rivera',
  card: 'Visa (4242)',
} as const;
export type Placeholder = keyof typeof wordExamples;
export type WordValues = Partial<Record<Placeholder, string>>;

/** @returns words with a person's values in them */
export const fillWords = (words: string, values: WordValues): string =>
  words.replaceAll(/\{(\w+)\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Placeholder] ?? found) : found,
  );
