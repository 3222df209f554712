import { expect, test } from 'vitest';
import { textIntent } from './text-keywords.ts';

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'Stop!!!',
  '"STOP"',
  'STOP STOP',
  'stopall',
  'Stop all',
  'UNSUBSCRIBE',
  'cancel',
  'End',
  'quit.',
  'OPT-OUT',
  'opt out',
  'optout',
  'Opt‑Out',
  'REVOKE',
  '\u200eSTOP',
  'Please stop',
  'stop please',
  'STOP, thanks!',
  'ok stop now',
  'please stop texting me',
  'Stop sending me these texts',
  'stop texts',
  'Stop the messages.',
  'stop messaging us',
  "Don't text me anymore",
  'do not text this number',
  'Please do not send me any more texts',
  'no more texts please',
  'I want to unsubscribe',
  'Could you stop texting me?',
  'unsubscribe me from your list',
  'take me off your list',
  'I revoke my consent',
])('%j ends texts', (text) => expect(textIntent(text)).toBe('stop'));

test.each(['START', 'start!', 'Unstop', 'please start'])('%j brings them back', (text) =>
  expect(textIntent(text)).toBe('start'),
);

test.each(['HELP', 'help?', 'Info', 'please help'])('%j asks who we are', (text) =>
  expect(textIntent(text)).toBe('help'),
);

test.each([
  '',
  '👍',
  'please stop by the gate',
  'Stop at the side door, please',
  'can you stop by tomorrow',
  "don't stop texting me",
  'do not stop',
  'stop texting Bob and call me',
  'Will you end at 5?',
  'cancel tomorrow',
  'cancel my visit on Friday',
  'end of the street, on the left',
  'please quit using the red gate',
  'the bus stop is blocked',
  'Help me with the dog tomorrow',
  'start at 9 please',
  'When do you start?',
  'More info about the price?',
  'stopped',
  'weekend',
  `stop ${'and '.repeat(60)}`,
])('%j is for a person', (text) => expect(textIntent(text)).toBeUndefined());
