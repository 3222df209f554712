import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import type { ProfileType } from '#domain/enums.ts';
import routes from '#web/routes.ts';
import { parentOf } from './parents.ts';

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [...(path && path !== '*' ? [`/${path}`] : []), ...pathsOf(children ?? [])]);
const pages = pathsOf(routes);
const as = (type: ProfileType) => ({ id: 'me', type });
const customer = as('PROFILE_TYPE_CUSTOMER');
const worker = as('PROFILE_TYPE_WORKER');
const staff = as('PROFILE_TYPE_EMPLOYEE');

test('each page belongs to another that there is, and in the end to the dashboard', () => {
  expect(pages.length).toBeGreaterThan(50);
  for (const person of [customer, worker, staff, undefined]) {
    for (const page of pages) {
      const seen = [page.replaceAll(/:\w+/g, 'x')];
      while (seen.at(-1) !== '/dashboard') {
        const parent = parentOf(seen.at(-1) ?? '', person);
        expect(
          pages.some((pattern) => matchPath(pattern, parent)),
          `${page} -> ${parent}`,
        ).toBe(true);
        expect(seen).not.toContain(parent);
        seen.push(parent);
      }
    }
  }
});

test('what belongs to a customer belongs to the customer’s page for staff, and to their own lists for everybody else', () => {
  expect(parentOf('/customers/c/billing/b', customer)).toBe('/customers/c/billing');
  expect(parentOf('/customers/c/billing', customer)).toBe('/dashboard');
  expect(parentOf('/customers/c/billing', staff)).toBe('/customers/c');
  expect(parentOf('/customers/c/engagements/e', staff)).toBe('/customers/c/engagements');
  expect(parentOf('/customers/c/engagements/e', worker)).toBe('/workers/me/engagements');
  expect(parentOf('/profiles/p/address/a', customer)).toBe('/profiles/p/addresses');
  expect(parentOf('/workers/w/earnings', worker)).toBe('/dashboard');
  expect(parentOf('/workers/w/earnings', staff)).toBe('/workers/w');
  expect(parentOf('/worker/w/plan/engagements/e', worker)).toBe('/worker/w/plan');
  expect(parentOf('/reports/visits', staff)).toBe('/reports');
});
