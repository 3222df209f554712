import { expect, test } from 'vitest';
import { fillWords, wordExamples } from './message-words.ts';
import { byMessage, wordedMessages, wordingOf } from './worded-messages.ts';
import { wordsProblem } from './words-problem.ts';

test('words name values in braces, which are filled in once', () => {
  expect(fillWords('{name}: {worker} comes to {street}, {name}!', { ...wordExamples, name: '{street}' })).toBe(
    '{street}: Wren O. comes to 108 SW 8th St, {street}!',
  );
  expect(byMessage((name) => wordsProblem(name, wordingOf(name).ours))).toEqual(byMessage(() => undefined));
  for (const name of wordedMessages) expect(fillWords(wordingOf(name).ours, wordExamples)).not.toMatch(/[{}]/);
});

test.each([
  ['Hi {nam}', 'There is no {nam}. Please use {name}, {worker}, {street}, {service}.'],
  ['Hi {constructor}', 'There is no {constructor}. Please use {name}, {worker}, {street}, {service}.'],
  ['Hi {name', 'Please close each brace, as in {name}.'],
  ['Hi {}', 'Please close each brace, as in {name}.'],
])('%j is refused', (words, problem) => {
  expect(wordsProblem('acceptedWords', words)).toBe(problem);
});

test('what one message knows, another may not', () => {
  expect(wordsProblem('movedWords', 'From {before} to {day}')).toBeUndefined();
  expect(wordsProblem('doneWords', 'On {day}')).toBe(
    'There is no {day}. Please use {name}, {worker}, {street}, {service}.',
  );
  expect(wordsProblem('movedWords', 'Your visit is moved.')).toBe('Please say {day} too.');
  expect(wordsProblem('movedWords', '')).toBeUndefined();
  expect(wordsProblem('inquiryWords', 'Hi {name}')).toBe('This message names nobody: please leave {name} out.');
});

test('each message has a label of its own, and must say what nothing else in its text says', () => {
  const labels = wordedMessages.map((name) => wordingOf(name).label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const name of wordedMessages)
    expect([name, wordsProblem(name, wordingOf(name).ours)]).toEqual([name, undefined]);
  expect(wordsProblem('awayWords', 'See you later at {street}.')).toBe('Please say {when} too.');
  expect(wordsProblem('assignedWords', 'From {day} on, {worker} comes.')).toBe('Please say {days} too.');
});
