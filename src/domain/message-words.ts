/** What words may name in braces, and what stands there in an example. */
export const wordExamples = {
  name: 'Casey',
  worker: 'Wren O.',
  street: '108 SW 8th St',
  service: 'Weekly cleanup',
  day: 'Thu, Dec 3',
  before: 'Wed, Dec 2',
} as const;
type Placeholder = keyof typeof wordExamples;
export type WordValues = Partial<Record<Placeholder, string>>;

type Wording = {
  /** When the message is sent. */
  label: string;
  /** What its words may name. */
  names: readonly Placeholder[];
  /** Our words of the text, for the usual case; the letters of the nouns have all of it. */
  ours: string;
};

/**
 * The messages that a business may word itself, by the settings that hold its words; '' for ours. Each goes to a customer, by
 * text and as the beginning of a mail. What says an amount, or lets somebody in, keeps our words: each of them counts.
 */
const wordings = {
  inquiryWords: {
    label: 'Somebody has written to you',
    names: [],
    ours: 'We got your message and will answer in the next 2 business days.',
  },
  orderWords: {
    label: 'What was asked for on the phone',
    names: ['name', 'service', 'street'],
    ours: 'thank you for your call, {name}. Please confirm your yard service and save a card:',
  },
  acceptedWords: {
    label: 'A worker has accepted',
    names: ['name', 'worker', 'street', 'service'],
    ours: 'good news, {worker} will take care of your yard at {street}.',
  },
  onTheWayWords: {
    label: 'The worker is on the way',
    names: ['name', 'worker', 'street', 'service'],
    ours: '{worker} is on the way to {street}. Please unlock the gate and keep the dogs inside.',
  },
  doneWords: {
    label: 'The visit is done',
    names: ['name', 'worker', 'street', 'service'],
    ours: "{worker} has just finished today's visit at {street}. Enjoy your yard!",
  },
  couldNotWords: {
    label: 'The worker came and could not do the visit',
    names: ['name', 'worker', 'street', 'day'],
    ours: '{worker} came and could not do your visit on {day} at {street}.',
  },
  skippedWords: {
    label: 'A visit is taken off by a worker',
    names: ['name', 'worker', 'street', 'day'],
    ours: '{worker} had to take your visit on {day} at {street} off.',
  },
  missedWords: {
    label: 'A visit was missed',
    names: ['name', 'street', 'service', 'day'],
    ours: 'We are sorry, we missed your visit on {day} at {street}.',
  },
  movedWords: {
    label: 'A visit is on another day',
    names: ['name', 'street', 'before', 'day', 'worker'],
    ours: 'Your visit on {before} at {street} is moved to {day}.',
  },
  goOnWords: {
    label: 'Visits go on after days away',
    names: ['name', 'street', 'day'],
    ours: 'your visits at {street} go on from {day}.',
  },
} as const satisfies Record<string, Wording>;

export type WordedMessage = keyof typeof wordings;
export const wordedMessages = Object.keys(wordings) as WordedMessage[];
export const wordingOf = (name: WordedMessage): Wording => wordings[name];

/** @returns something of each message, by the setting that holds its words */
export const byMessage = <Value>(of: (name: WordedMessage) => Value): Record<WordedMessage, Value> =>
  Object.fromEntries(wordedMessages.map((name) => [name, of(name)])) as Record<WordedMessage, Value>;

/** With a name, a street and a link it still fits two parts of a text. */
export const mostOfWords = 160;

/** @returns words with a person's values in them */
export const fillWords = (words: string, values: WordValues): string =>
  words.replaceAll(/\{(\w+)\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Placeholder] ?? found) : found,
  );

/** @returns what is wrong with the words of a message, or undefined */
export function wordsProblem(message: WordedMessage, words: string): string | undefined {
  const known: readonly string[] = wordings[message].names;
  const unknown = /\{(\w+)\}/g;
  for (const [whole, name = ''] of words.matchAll(unknown)) {
    if (known.length === 0) return `This message names nobody: please leave ${whole} out.`;
    if (!known.includes(name)) return `There is no ${whole}. Please use ${known.map((one) => `{${one}}`).join(', ')}.`;
  }
  // Nothing else in a text says it.
  if (words && known.includes('day') && !words.includes('{day}')) return 'Please say {day} too.';
  return /[{}]/.test(words.replaceAll(unknown, '')) ? 'Please close each brace, as in {name}.' : undefined;
}
