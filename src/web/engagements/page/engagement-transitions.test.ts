import { expect, test } from 'vitest';
import type { EngagementStatus } from '#domain/enums.ts';
import { transitionOffers } from './engagement-transitions.ts';

const worker = { id: '0199a0a0-0000-7000-8000-000000000000', displayName: 'Wren H.' };
const labels = (status: EngagementStatus, nextStatuses: EngagementStatus[], held: typeof worker | null = worker) =>
  transitionOffers({ status, nextStatuses, worker: held }, 'PROFILE_TYPE_EMPLOYEE').map(({ label }) => label);

test('only what the server offers is offered, what ends it last', () => {
  expect(labels('ENGAGEMENT_STATUS_RUNNING', [])).toEqual([]);
  expect(labels('ENGAGEMENT_STATUS_RUNNING', ['ENGAGEMENT_STATUS_CANCELLED', 'ENGAGEMENT_STATUS_PAUSED'])).toEqual([
    'Pause',
    'Cancel engagement',
  ]);
});

test('a paused one that lost its worker is resumed to the pool; one that has a worker is taken from it', () => {
  expect(labels('ENGAGEMENT_STATUS_PAUSED', ['ENGAGEMENT_STATUS_PROPOSED'], null)).toEqual(['Resume']);
  expect(labels('ENGAGEMENT_STATUS_PAUSED', ['ENGAGEMENT_STATUS_PROPOSED', 'ENGAGEMENT_STATUS_RUNNING'])).toEqual([
    'Resume',
    'Take from its worker',
  ]);
});

test('a worker gives back what is paused, and staff take it from its worker', () => {
  const paused = { status: 'ENGAGEMENT_STATUS_PAUSED', nextStatuses: ['ENGAGEMENT_STATUS_PROPOSED'], worker } as const;
  const labelsTo = (reader: 'WORKER' | 'EMPLOYEE') =>
    transitionOffers({ ...paused, nextStatuses: [...paused.nextStatuses] }, `PROFILE_TYPE_${reader}`).map(
      ({ label }) => label,
    );
  expect([labelsTo('WORKER'), labelsTo('EMPLOYEE')]).toEqual([['Give back'], ['Take from its worker']]);
});

test('a proposal is accepted, not resumed', () => {
  expect(labels('ENGAGEMENT_STATUS_PROPOSED', ['ENGAGEMENT_STATUS_ACCEPTED'], null)).toEqual(['Accept']);
});
