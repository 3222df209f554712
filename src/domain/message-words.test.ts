import { expect, test } from 'vitest';
import { fillWords, ourWords, wordExamples, wordsProblem } from './message-words.ts';

test('words name values in braces, which are filled in once', () => {
  expect(fillWords('{name}: {worker} comes to {street}, {name}!', { ...wordExamples, name: '{street}' })).toBe(
    '{street}: Wren O. comes to 108 SW 8th St, {street}!',
  );
  expect(Object.values(ourWords).map(wordsProblem)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['Hi {nam}', 'There is no {nam}. Please use {name}, {worker}, {street}, {service}.'],
  ['Hi {constructor}', 'There is no {constructor}. Please use {name}, {worker}, {street}, {service}.'],
  ['Hi {name', 'Please close each brace, as in {name}.'],
  ['Hi {}', 'Please close each brace, as in {name}.'],
])('%j is refused', (words, problem) => {
  expect(wordsProblem(words)).toBe(problem);
});
