import { expect, test } from 'vitest';
import { shortNameOf } from './settings.ts';

test('a long name is cut to whole words where there is little room, unless a short one is given', () => {
  const cut = (businessName: string, shortName = '') => shortNameOf({ businessName, shortName });
  expect(cut('Yardpack')).toBe('Yardpack');
  expect(cut('Scoop & Sons of Northwest Arkansas')).toBe('Scoop & Sons');
  expect(cut('Clean, Green & Happy Yards')).toBe('Clean, Green & Happy');
  expect(cut('Northwest Arkansans & Sons')).toBe('Northwest Arkansans');
  expect(cut('Hundehaufenbeseitigungsgesellschaft')).toBe('Hundehaufenbeseitigu');
  expect(cut(`${'x'.repeat(19)}🐕y`)).toBe('x'.repeat(19));
  expect(cut('Scoop & Sons of Northwest Arkansas', 'Scoop & Sons')).toBe('Scoop & Sons');
});
