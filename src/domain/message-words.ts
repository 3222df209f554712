/** To whom, and about what, the messages go. */
export const wordGroups = {
  asking: 'Before the first visit',
  visit: 'To customers: a visit',
  service: 'To customers: their service',
  worker: 'To workers',
} as const;
export type WordGroup = keyof typeof wordGroups;

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
type Placeholder = keyof typeof wordExamples;
export type WordValues = Partial<Record<Placeholder, string>>;

type Wording = {
  group: WordGroup;
  /** When the message is sent. */
  label: string;
  /** What its words may name. */
  names: readonly Placeholder[];
  /** Our words of the text, for the usual case; the letters of the nouns have all of it. */
  ours: string;
};

/**
 * The messages that a business may word itself, by the settings that hold its words; '' for ours. Each goes by text and as
 * the beginning of a mail. What says an amount, lets somebody in or ends a service keeps our words: each of them counts.
 */
const wordings = {
  inquiryWords: {
    group: 'asking',
    label: 'Somebody has written to you',
    names: [],
    ours: 'We got your message and will answer in the next 2 business days.',
  },
  orderWords: {
    group: 'asking',
    label: 'What was asked for on the phone',
    names: ['name', 'service', 'street'],
    ours: 'thank you for your call, {name}. Please confirm your yard service and save a card:',
  },
  orderReminderWords: {
    group: 'asking',
    label: 'An order still waits',
    names: ['name', 'service', 'street'],
    ours: 'your yard service waits for your yes and a card:',
  },
  acceptedWords: {
    group: 'asking',
    label: 'A worker has accepted',
    names: ['name', 'worker', 'street', 'service'],
    ours: 'good news, {worker} will take care of your yard at {street}.',
  },
  unclaimedWords: {
    group: 'asking',
    label: 'Nobody has accepted for three days',
    names: ['name', 'street', 'service'],
    ours: 'nobody has accepted “{service}” at {street} yet. We are still looking.',
  },
  tomorrowWords: {
    group: 'visit',
    label: 'The day before a visit',
    names: ['name', 'worker', 'street', 'day'],
    ours: 'Tomorrow, {day}, we visit {street} ({worker}). Please unlock the gate and keep the dogs inside.',
  },
  onTheWayWords: {
    group: 'visit',
    label: 'The worker is on the way',
    names: ['name', 'worker', 'street', 'service'],
    ours: '{worker} is on the way to {street}. Please unlock the gate and keep the dogs inside.',
  },
  doneWords: {
    group: 'visit',
    label: 'The visit is done',
    names: ['name', 'worker', 'street', 'service'],
    ours: "{worker} has just finished today's visit at {street}. Enjoy your yard!",
  },
  couldNotWords: {
    group: 'visit',
    label: 'The worker came and could not do the visit',
    names: ['name', 'worker', 'street', 'day'],
    ours: '{worker} came and could not do your visit on {day} at {street}.',
  },
  skippedWords: {
    group: 'visit',
    label: 'A visit is taken off by a worker',
    names: ['name', 'worker', 'street', 'day'],
    ours: '{worker} had to take your visit on {day} at {street} off.',
  },
  missedWords: {
    group: 'visit',
    label: 'A visit was missed',
    names: ['name', 'street', 'service', 'day'],
    ours: 'We are sorry, we missed your visit on {day} at {street}.',
  },
  movedWords: {
    group: 'visit',
    label: 'A visit is on another day',
    names: ['name', 'street', 'before', 'day', 'worker'],
    ours: 'Your visit on {before} at {street} is moved to {day}.',
  },
  coverWords: {
    group: 'visit',
    label: 'Another worker makes one visit',
    names: ['name', 'worker', 'street', 'day'],
    ours: '{worker} comes on {day} to {street}',
  },
  takesPlaceWords: {
    group: 'visit',
    label: 'A visit takes place after all',
    names: ['name', 'street', 'day'],
    ours: 'the visit on {day} at {street} takes place after all.',
  },
  goOnWords: {
    group: 'service',
    label: 'Visits go on after days away',
    names: ['name', 'street', 'day'],
    ours: 'your visits at {street} go on from {day}.',
  },
  offWords: {
    group: 'visit',
    label: 'A visit that was told of does not take place',
    names: ['name', 'street', 'day'],
    ours: 'Your visit on {day} at {street} does not take place.',
  },
  assignedWords: {
    group: 'service',
    label: 'Somebody else comes, or on other weekdays',
    names: ['name', 'worker', 'street', 'day', 'days'],
    ours: 'From {day} on, {worker} comes to {street} on {days}.',
  },
  otherWeekWords: {
    group: 'service',
    label: 'Visits of every other week are in the other weeks',
    names: ['name', 'worker', 'street', 'service'],
    ours: 'your visits at {street} are in the other weeks now.',
  },
  searchingWords: {
    group: 'service',
    label: 'Another worker is looked for',
    names: ['name', 'street', 'service'],
    ours: 'we are looking for another keeper for “{service}” at {street}.',
  },
  lostWorkerWords: {
    group: 'service',
    label: 'The worker of a paused service has left',
    names: ['name', 'street', 'service'],
    ours: 'the keeper of “{service}” at {street} is no longer with us.',
  },
  pausedWords: {
    group: 'service',
    label: 'The office has paused a service',
    names: ['name', 'street', 'service'],
    ours: 'we have paused “{service}” at {street}.',
  },
  ownPauseWords: {
    group: 'service',
    label: 'A customer has paused a service',
    names: ['name', 'street', 'service'],
    ours: 'you have paused “{service}” at {street}.',
  },
  resumedWords: {
    group: 'service',
    label: 'A paused service goes on',
    names: ['name', 'street', 'service'],
    ours: '“{service}” at {street} goes on.',
  },
  awayWords: {
    group: 'service',
    label: 'Days away are noted',
    names: ['name', 'street', 'when'],
    ours: 'nobody comes to {street} {when}, and nothing is charged then.',
  },
  awayEndedWords: {
    group: 'service',
    label: 'Days away end early',
    names: ['name', 'street'],
    ours: 'the visits at {street} go on as planned.',
  },
  holidayWords: {
    group: 'service',
    label: 'Nobody works on a day',
    names: ['name', 'day', 'holiday'],
    ours: 'we do not work on {day} ({holiday}).',
  },
  afterAllWords: {
    group: 'service',
    label: 'Somebody works on that day after all',
    names: ['name', 'day', 'street'],
    ours: 'we do work on {day} after all, and come to {street} as planned.',
  },
  rhythmAskedWords: {
    group: 'service',
    label: 'Another rhythm is asked for',
    names: ['name', 'street', 'rhythm'],
    ours: 'we have asked your keeper for {rhythm}, at {street}.',
  },
  rhythmWords: {
    group: 'service',
    label: 'Another rhythm is accepted',
    names: ['name', 'street', 'days', 'rhythm'],
    ours: 'Your keeper comes to {street} on {days}: {rhythm}.',
  },
  cardExpiresWords: {
    group: 'service',
    label: 'A card expires soon',
    names: ['name', 'card', 'day'],
    ours: 'your {card} expires on {day}. Please add another card:',
  },
  cardGoneWords: {
    group: 'service',
    label: 'A card is gone',
    names: ['name', 'card'],
    ours: 'your {card} is gone. Please choose another:',
  },
  workerApprovedWords: {
    group: 'worker',
    label: 'The office has approved a worker',
    names: ['name'],
    ours: 'you are approved. Take on services:',
  },
  workerAssignedWords: {
    group: 'worker',
    label: 'A worker is given a service, or other weekdays',
    names: ['name', 'customer', 'service', 'street', 'day', 'days'],
    ours: 'From {day} on, you visit {customer} at {street} on {days}.',
  },
  workerReplacedWords: {
    group: 'worker',
    label: 'Another worker takes a service over',
    names: ['name', 'customer', 'street', 'day'],
    ours: 'From {day} on, another worker visits {customer} at {street}.',
  },
  workerGivenWords: {
    group: 'worker',
    label: 'A worker has a visit more',
    names: ['name', 'customer', 'street', 'day'],
    ours: 'You make the visit on {day} at {street} for {customer}.',
  },
  workerTakenWords: {
    group: 'worker',
    label: 'A worker has a visit less',
    names: ['name', 'customer', 'street', 'day'],
    ours: 'Another worker makes the visit on {day} at {street}. You do not have to come.',
  },
  workerMovedWords: {
    group: 'worker',
    label: 'A worker’s visit is on another day',
    names: ['name', 'customer', 'street', 'before', 'day'],
    ours: 'The visit on {before} at {street} is moved to {day}.',
  },
  workerAwayWords: {
    group: 'worker',
    label: 'A worker’s customer is away for some days',
    names: ['name', 'customer', 'street', 'when'],
    ours: '{customer} wants no visits at {street} {when}.',
  },
  workerHolidayWords: {
    group: 'worker',
    label: 'A day off',
    names: ['name', 'day', 'holiday'],
    ours: '{day} is a day off ({holiday})',
  },
  workerAfterAllWords: {
    group: 'worker',
    label: 'A day off is taken back',
    names: ['name', 'day'],
    ours: '{day} is no day off after all.',
  },
  workerSkippedWords: {
    group: 'worker',
    label: 'A customer has taken a visit off',
    names: ['name', 'customer', 'street', 'day'],
    ours: '{customer} has taken the visit on {day} at {street} off.',
  },
  workerPausedWords: {
    group: 'worker',
    label: 'A customer has paused',
    names: ['name', 'customer', 'street', 'service'],
    ours: '{customer} has paused “{service}” at {street}.',
  },
  workerResumedWords: {
    group: 'worker',
    label: 'A customer has resumed',
    names: ['name', 'customer', 'street', 'service'],
    ours: '{customer} has resumed “{service}” at {street}.',
  },
  workerCancelledWords: {
    group: 'worker',
    label: 'A customer has cancelled',
    names: ['name', 'customer', 'street', 'service'],
    ours: '{customer} has cancelled “{service}” at {street}.',
  },
  workerReleasedWords: {
    group: 'worker',
    label: 'A worker loses a service',
    names: ['name', 'street', 'service'],
    ours: '“{service}” at {street} is open to other keepers again, and out of your plan.',
  },
  workerYardWords: {
    group: 'worker',
    label: 'A yard has another address',
    names: ['name', 'customer', 'street', 'service'],
    ours: 'the address of {customer} is now {street}',
  },
  workerRhythmWords: {
    group: 'worker',
    label: 'A worker is asked for another rhythm',
    names: ['name', 'customer', 'street', 'rhythm'],
    ours: '{customer} would like {rhythm}, at {street}.',
  },
  workerRhythmOffWords: {
    group: 'worker',
    label: 'Another rhythm is taken back',
    names: ['name', 'customer', 'street'],
    ours: '{customer} does not want another rhythm at {street} any more.',
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
  const missing = ['day', 'days', 'when', 'rhythm', 'card'].find(
    (name) => known.includes(name) && !words.includes(`{${name}}`),
  );
  if (words && missing) return `Please say {${missing}} too.`;
  return /[{}]/.test(words.replaceAll(unknown, '')) ? 'Please close each brace, as in {name}.' : undefined;
}
