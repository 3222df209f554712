import breeds from 'dog-breeds/dog-breeds.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { searchBreeds, unlistedBreeds } from './breed-search.ts';

const all = [...unlistedBreeds, ...breeds.map(({ name }) => name)];
const found = (typed: string) => searchBreeds(all, typed);

test.each([
  ['lab', ['Labrador Retriever', 'Labrador Mix', 'Labradoodle']],
  ['Pit', ['American Pit Bull Terrier', 'Pit Bull Mix', 'American Staffordshire Terrier']],
  ['pitbull', ['American Pit Bull Terrier', 'Pit Bull Mix']],
  ['doodle', ['Goldendoodle', 'Labradoodle', 'Bernedoodle', 'Aussiedoodle', 'Sheepadoodle']],
  ['mutt', ['Mixed Breed']],
  ['mix', ['Mixed Breed', 'Labrador Mix']],
  ['german sh', ['German Shepherd', 'German Shorthaired Pointer']],
  ['francais', ['Anglo-Français de Petite Vénerie']],
  ['beagle', ['Beagle']],
  ['', ['Mixed Breed']],
])('%j finds first %j', (typed, first) => {
  expect(found(typed).slice(0, first.length)).toEqual(first);
});

test('what nothing fits finds nothing, and each breed is there once', () => {
  expect(found('zebra')).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});
