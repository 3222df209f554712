import { expect, test } from 'vitest';
import { recurringKind, recurringRevenue } from './reports.ts';

const service = {
  status: 'ENGAGEMENT_STATUS_RUNNING',
  baseCost: 1500,
  discount: null,
  plannedDays: 1,
  frequency: 1,
  interval: 1,
} as const;

test.each([
  ['a visit a week', {}, 6500],
  ['twice a week', { plannedDays: 2, frequency: 2 }, 13_000],
  ['twice a week, of which one is planned', { frequency: 2 }, 6500],
  ['on no weekday', { plannedDays: 0 }, 0],
  ['every other week', { interval: 2 }, 3250],
  ['a coupon that goes on', { discount: { term: 'TERM_FOREVER', amountOff: 300, percentOff: null } as const }, 5200],
  ['a coupon for once', { discount: { term: 'TERM_ONCE', amountOff: 300, percentOff: null } as const }, 6500],
  ['paused', { status: 'ENGAGEMENT_STATUS_PAUSED' as const }, 0],
  ['without a worker', { status: 'ENGAGEMENT_STATUS_PROPOSED' as const }, 0],
])('recurring revenue: %s', (_, how, cents) => expect(recurringRevenue({ ...service, ...how })).toBe(cents));

const none = { before: 0, after: 0, wasServed: false, hasEnded: false, hadLeft: false };
test.each([
  ['is served for the first time', { after: 1 }, 'new'],
  ['goes on', { after: 1, wasServed: true }, 'resumed'],
  ['brings more', { before: 1, after: 2, wasServed: true }, 'grown'],
  ['brings less', { before: 2, after: 1, wasServed: true }, 'shrunk'],
  ['rests', { before: 1, wasServed: true }, 'paused'],
  ['ends', { before: 1, wasServed: true, hasEnded: true }, 'left'],
  ['ends while it rests', { wasServed: true, hasEnded: true }, 'left'],
  ['has ended before', { wasServed: true, hasEnded: true, hadLeft: true }, undefined],
  ['ends and was never served', { hasEnded: true }, undefined],
  ['stays', { before: 1, after: 1, wasServed: true }, undefined],
] as const)('a service that %s', (_, how, kind) => expect(recurringKind({ ...none, ...how })).toBe(kind));
