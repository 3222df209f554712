import { expect, test } from 'vitest';
import { foundLabel, personLinks } from './search-words.ts';

test('what was found is told in numbers', () => {
  expect([foundLabel(0, 0, 0, 0), foundLabel(1, 0, 0, 0), foundLabel(0, 2, 0, 0), foundLabel(3, 1, 1, 2)]).toEqual([
    'Nothing found',
    '1 person found',
    '2 engagements found',
    '1 bill, 3 people, 1 engagement and 2 inquiries found',
  ]);
});

test('a customer and a worker have their own pages, an employee none', () => {
  const links = (type: Parameters<typeof personLinks>[0]['type']) =>
    personLinks({ profileId: 'p', type }).map(({ to }) => to);
  expect(links('PROFILE_TYPE_CUSTOMER')).toEqual([
    '/profiles/p',
    '/customers/p',
    '/customers/p/engagements',
    '/messages?profileId=p',
    '/profiles/p/addresses',
  ]);
  expect(links('PROFILE_TYPE_WORKER')).toEqual([
    '/profiles/p',
    '/workers/p',
    '/workers/p/engagements',
    '/workers/p/earnings',
    '/messages?profileId=p',
    '/profiles/p/addresses',
  ]);
  expect(links('PROFILE_TYPE_EMPLOYEE')).toEqual(['/profiles/p', '/messages?profileId=p', '/profiles/p/addresses']);
});
