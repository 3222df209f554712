// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { Day } from '#domain/plan-order.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { Row } from './plan-row.tsx';

afterEach(cleanup);

const atOak = (engagement: Engagement): Engagement => ({
  ...engagement,
  serviceAddress: { ...engagement.serviceAddress, streetAddress1: '2 Oak St' },
});
const rowOf = (engagement: Engagement, day: Day, isWide = true) => (
  <Row
    key={`${engagement.id} ${day}`}
    row={{ engagement, day, index: 0 }}
    count={1}
    moved={[]}
    isHighlighted={false}
    isWide={isWide}
    hasHandles
    drag={undefined}
    canDrop={() => true}
    isDragged={false}
    onAssign={() => {}}
    onMove={() => {}}
    onPush={() => {}}
  />
);
const namesOf = (role: string) => screen.getAllByRole(role).map((one) => one.getAttribute('aria-label'));

test.for([
  ['a wide screen', true],
  ['a phone', false],
] as const)(
  'on %s each row’s menus have names of their own: two yards of a customer, and two days of one yard',
  ([, isWide]) => {
    const casey = buildEngagement('a');
    const rows = [
      rowOf(casey, 'DAY_OF_WEEK_MONDAY', isWide),
      rowOf(casey, 'DAY_OF_WEEK_FRIDAY', isWide),
      rowOf(atOak(buildEngagement('b')), 'DAY_OF_WEEK_MONDAY', isWide),
      rowOf(atOak(buildEngagement('c')), 'unscheduled', isWide),
    ];
    render(onPage(<ul>{rows}</ul>));
    const names = namesOf('button');
    expect([names.length, new Set(names).size]).toEqual([8, 8]);
    expect(names).toContain(`${isWide ? 'Schedule' : 'Actions for'} Casey Rivera, 2 Oak St, Monday`);
  },
);

test('a row says which other rhythm its customer would like, and leads to where its worker answers', () => {
  const wantedRhythm = { frequency: 1, interval: 2, startDay: { year: 2026, month: 12, day: 1 } };
  const engagement = { ...buildEngagement('a'), wantedRhythm };
  render(onPage(<ul>{rowOf(engagement, 'DAY_OF_WEEK_MONDAY')}</ul>));
  screen.getByText(/^Casey would like 1 visit, every 2 weeks, from Tue, Dec 1 on\.$/);
  const answer = screen.getByRole('link', { name: 'Answer Casey Rivera, 1 Main & Elm St #2, Monday' });
  expect(answer.getAttribute('href')).toBe('/customers/c/engagements/a');
  cleanup();
  // Whoever has not taken the service cannot answer yet.
  const open = { ...engagement, status: 'ENGAGEMENT_STATUS_PROPOSED' } as const;
  render(onPage(<ul>{rowOf(open, 'unscheduled')}</ul>));
  screen.getByText(/^Casey would like /);
  expect(screen.queryByRole('link', { name: /^Answer/ })).toBeNull();
});
