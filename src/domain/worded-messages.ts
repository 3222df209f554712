import type { Placeholder } from './message-words.ts';
import { recordOf } from './record-of.ts';

type Wording = {
  /** When the message is sent. */
  label: string;
  /** What its words may name. */
  names: readonly Placeholder[];
  /** Our words of the text, for the usual case; the letters of the nouns have all of it. */
  ours: string;
};
type Wordings = Record<string, Wording>;

const asking = {
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
  orderReminderWords: {
    label: 'An order still waits',
    names: ['name', 'service', 'street'],
    ours: 'your yard service waits for your yes and a card:',
  },
  acceptedWords: {
    label: 'A worker has accepted',
    names: ['name', 'worker', 'street', 'service'],
    ours: 'good news, {worker} will take care of your yard at {street}.',
  },
  unclaimedWords: {
    label: 'Nobody has accepted for three days',
    names: ['name', 'street', 'service'],
    ours: 'nobody has accepted “{service}” at {street} yet. We are still looking.',
  },
} as const satisfies Wordings;

const visit = {
  tomorrowWords: {
    label: 'The day before a visit',
    names: ['name', 'worker', 'street', 'day'],
    ours: 'Tomorrow, {day}, we visit {street} ({worker}). Please unlock the gate and keep the dogs inside.',
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
  coverWords: {
    label: 'Another worker makes one visit',
    names: ['name', 'worker', 'street', 'day'],
    ours: '{worker} comes on {day} to {street}',
  },
  takesPlaceWords: {
    label: 'A visit takes place after all',
    names: ['name', 'street', 'day'],
    ours: 'the visit on {day} at {street} takes place after all.',
  },
  offWords: {
    label: 'A visit that was told of does not take place',
    names: ['name', 'street', 'day'],
    ours: 'Your visit on {day} at {street} does not take place.',
  },
} as const satisfies Wordings;

const service = {
  goOnWords: {
    label: 'Visits resume after days away',
    names: ['name', 'street', 'day'],
    ours: 'your visits at {street} resume on {day}.',
  },
  assignedWords: {
    label: 'Somebody else comes, or on other weekdays',
    names: ['name', 'worker', 'street', 'day', 'days'],
    ours: 'From {day} on, {worker} comes to {street} on {days}.',
  },
  otherWeekWords: {
    label: 'Visits of every other week are in the other weeks',
    names: ['name', 'worker', 'street', 'service'],
    ours: 'your visits at {street} are in the other weeks now.',
  },
  searchingWords: {
    label: 'Another worker is looked for',
    names: ['name', 'street', 'service'],
    ours: 'we are looking for another keeper for “{service}” at {street}.',
  },
  lostWorkerWords: {
    label: 'A paused service has no worker anymore',
    names: ['name', 'street', 'service'],
    ours: 'the keeper of “{service}” at {street} does not come anymore.',
  },
  pausedWords: {
    label: 'The office has paused a service',
    names: ['name', 'street', 'service'],
    ours: 'we have paused “{service}” at {street}.',
  },
  ownPauseWords: {
    label: 'A customer has paused a service',
    names: ['name', 'street', 'service'],
    ours: 'you have paused “{service}” at {street}.',
  },
  resumedWords: {
    label: 'A paused service resumes',
    names: ['name', 'street', 'service'],
    ours: '“{service}” at {street} has resumed.',
  },
  awayWords: {
    label: 'Days away are noted',
    names: ['name', 'street', 'when'],
    ours: 'nobody comes to {street} {when}, and nothing is charged then.',
  },
  awayEndedWords: {
    label: 'Days away end early',
    names: ['name', 'street'],
    ours: 'the visits at {street} continue as planned.',
  },
  holidayWords: {
    label: 'Nobody works on a day',
    names: ['name', 'day', 'holiday'],
    ours: 'we do not work on {day} ({holiday}).',
  },
  afterAllWords: {
    label: 'Somebody works on that day after all',
    names: ['name', 'day', 'street'],
    ours: 'we do work on {day} after all, and come to {street} as planned.',
  },
  rhythmAskedWords: {
    label: 'Another rhythm is asked for',
    names: ['name', 'street', 'rhythm'],
    ours: 'we have asked your keeper for {rhythm}, at {street}.',
  },
  rhythmWords: {
    label: 'Another rhythm is accepted',
    names: ['name', 'street', 'days', 'rhythm'],
    ours: 'Your keeper comes to {street} on {days}: {rhythm}.',
  },
  cardExpiresWords: {
    label: 'A card expires soon',
    names: ['name', 'card', 'day'],
    ours: 'your {card} expires on {day}. Please add another card:',
  },
  cardGoneWords: {
    label: 'A card is gone',
    names: ['name', 'card'],
    ours: 'your {card} is gone. Please choose another:',
  },
} as const satisfies Wordings;

const worker = {
  workerApprovedWords: {
    label: 'The office has approved a worker',
    names: ['name'],
    ours: 'you are approved. Take on services:',
  },
  workerAssignedWords: {
    label: 'A worker is given a service, or other weekdays',
    names: ['name', 'customer', 'service', 'street', 'day', 'days'],
    ours: 'From {day} on, you visit {customer} at {street} on {days}.',
  },
  workerReplacedWords: {
    label: 'Another worker takes a service over',
    names: ['name', 'customer', 'street', 'day'],
    ours: 'From {day} on, another worker visits {customer} at {street}.',
  },
  workerGivenWords: {
    label: 'A worker has a visit more',
    names: ['name', 'customer', 'street', 'day'],
    ours: 'You make the visit on {day} at {street} for {customer}.',
  },
  workerTakenWords: {
    label: 'A worker has a visit less',
    names: ['name', 'customer', 'street', 'day'],
    ours: 'Another worker makes the visit on {day} at {street}. You do not have to come.',
  },
  workerMovedWords: {
    label: 'A worker’s visit is on another day',
    names: ['name', 'customer', 'street', 'before', 'day'],
    ours: 'The visit on {before} at {street} is moved to {day}.',
  },
  workerAwayWords: {
    label: 'A worker’s customer is away for some days',
    names: ['name', 'customer', 'street', 'when'],
    ours: '{customer} wants no visits at {street} {when}.',
  },
  workerHolidayWords: {
    label: 'A day off',
    names: ['name', 'day', 'holiday'],
    ours: '{day} is a day off ({holiday})',
  },
  workerAfterAllWords: {
    label: 'A day off is taken back',
    names: ['name', 'day'],
    ours: '{day} is no day off after all.',
  },
  workerOffWords: {
    label: 'A worker’s own days off',
    names: ['name', 'when'],
    ours: 'you’re off {when}.',
  },
  workerCoverWords: {
    label: 'A worker’s visits for one who is off',
    names: ['name', 'worker', 'when'],
    ours: 'you’ll make visits for {worker} {when}.',
  },
  workerOnWords: {
    label: 'A worker’s own days off are taken back',
    names: ['name', 'when'],
    ours: 'you’re working {when} after all.',
  },
  workerSkippedWords: {
    label: 'A customer has taken a visit off',
    names: ['name', 'customer', 'street', 'day'],
    ours: '{customer} has taken the visit on {day} at {street} off.',
  },
  workerPausedWords: {
    label: 'A customer has paused',
    names: ['name', 'customer', 'street', 'service'],
    ours: '{customer} has paused “{service}” at {street}.',
  },
  workerResumedWords: {
    label: 'A customer has resumed',
    names: ['name', 'customer', 'street', 'service'],
    ours: '{customer} has resumed “{service}” at {street}.',
  },
  workerCancelledWords: {
    label: 'A customer has canceled',
    names: ['name', 'customer', 'street', 'service'],
    ours: '{customer} has canceled “{service}” at {street}.',
  },
  workerReleasedWords: {
    label: 'A worker loses a service',
    names: ['name', 'street', 'service'],
    ours: '“{service}” at {street} is not yours anymore, and out of your plan.',
  },
  workerYardWords: {
    label: 'A yard has another address',
    names: ['name', 'customer', 'street', 'service'],
    ours: 'the address of {customer} is now {street}',
  },
  workerRhythmWords: {
    label: 'A worker is asked for another rhythm',
    names: ['name', 'customer', 'street', 'rhythm'],
    ours: '{customer} would like {rhythm}, at {street}.',
  },
  workerRhythmOffWords: {
    label: 'Another rhythm is taken back',
    names: ['name', 'customer', 'street'],
    ours: '{customer} does not want another rhythm at {street} anymore.',
  },
} as const satisfies Wordings;

/** The messages, by to whom and about what they go. */
export const wordGroups = {
  'Before the first visit': asking,
  'To customers: a visit': visit,
  'To customers: their service': service,
  'To workers': worker,
};

/**
 * The messages that a business may word itself, by the settings that hold its words; '' for ours. Each goes by text and as
 * the beginning of a mail. What says an amount, lets somebody in or ends a service keeps our words: each of them counts.
 */
const wordings = { ...asking, ...visit, ...service, ...worker };
export type WordedMessage = keyof typeof wordings;
export const wordedMessages = Object.keys(wordings) as WordedMessage[];
export const wordingOf = (name: WordedMessage): Wording => wordings[name];

/** @returns something of each message, by the setting that holds its words */
export const byMessage = <Value>(of: (name: WordedMessage) => Value): Record<WordedMessage, Value> =>
  recordOf(wordedMessages, of);
