import { expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { movePlace, type PlanDay, planChanges, toggleDay } from '#domain/plan-order.ts';
import { idForPlace, isAnyLost, planGroups, plannable, rebase, savedPlan } from './plan-edits.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
const neverAnId = () => {
  throw new Error('No new id is needed here');
};

test('another weekday for an engagement is saved as a move of its place', () => {
  const saved = [place('a1', 'a', monday)];
  const off = toggleDay(saved, 'a', monday, 'unused');
  const id = idForPlace(saved, off, { scheduleTemplateId: 'a', dayOfWeek: tuesday }, neverAnId);
  const plan = toggleDay(off, 'a', tuesday, id);
  expect(planChanges(saved, plan)).toEqual({ created: [], updated: [place('a1', 'a', tuesday)], deleted: [] });
});

test('a weekday taken off and put back is no change', () => {
  const saved = [place('a1', 'a', monday), place('a2', 'a', tuesday)];
  const off = toggleDay(toggleDay(saved, 'a', monday, 'unused'), 'a', tuesday, 'unused');
  const id = idForPlace(saved, off, { scheduleTemplateId: 'a', dayOfWeek: tuesday }, neverAnId);
  expect(id).toBe('a2');
});

test('only an engagement with no free place gets a new id', () => {
  const saved = [place('b1', 'b', monday)];
  expect(idForPlace(saved, [], { scheduleTemplateId: 'a', dayOfWeek: monday }, () => 'new')).toBe('new');
});

test('after a save that stopped half way only the rest is left to send', () => {
  const base = [place('a1', 'a', monday), place('b1', 'b', monday, 1)];
  const plan = movePlace(toggleDay(base, 'c', tuesday, 'c1'), 'b1', -1);
  expect(planChanges(base, plan).created).toHaveLength(1);
  const saved = [...base, place('c1', 'c', tuesday)];
  const rest = planChanges(saved, rebase({ base, plan }, saved, engagements('a', 'b', 'c')));
  expect(rest.created).toEqual([]);
  expect(rest.updated.map(({ id }) => id).sort()).toEqual(['a1', 'b1']);
});

test('what was changed on another device stays', () => {
  const base = [place('a1', 'a', monday), place('b1', 'b', monday, 1)];
  const plan = toggleDay(base, 'c', tuesday, 'c1');
  const saved = [place('b1', 'b', monday), place('d1', 'd', tuesday)];
  const changes = planChanges(saved, rebase({ base, plan }, saved, engagements('a', 'b', 'c', 'd')));
  expect(changes.created.map(({ id }) => id)).toEqual(['c1']);
  expect(changes.deleted).toEqual([]);
});

test('an engagement that another worker has claimed drops out of the edits', () => {
  const plan = toggleDay([], 'a', monday, 'a1');
  expect(rebase({ base: [], plan }, [], engagements('b'))).toEqual([]);
  expect(isAnyLost(plan, engagements('b'))).toBe(true);
  expect(isAnyLost(plan, engagements('a'))).toBe(false);
});

test('the plan is Unscheduled first, then Monday to Sunday, each in its order', () => {
  const plan = [place('b1', 'b', monday, 1), place('a1', 'a', monday, 0), place('a2', 'a', tuesday)];
  const groups = planGroups(engagements('a', 'b', 'c'), plan);
  expect(groups.map(({ day, rows }) => [day, rows.map(({ engagement }) => engagement.id)])).toEqual([
    ['unscheduled', ['c']],
    [monday, ['a', 'b']],
    [tuesday, ['a']],
    ['DAY_OF_WEEK_WEDNESDAY', []],
    ['DAY_OF_WEEK_THURSDAY', []],
    ['DAY_OF_WEEK_FRIDAY', []],
    ['DAY_OF_WEEK_SATURDAY', []],
    ['DAY_OF_WEEK_SUNDAY', []],
  ]);
  expect(groups[1]?.rows.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('engagements that have ended are not planned, and a place on no known weekday is none', () => {
  const all = [engagement('a', 'ENGAGEMENT_STATUS_PAUSED'), engagement('b', 'ENGAGEMENT_STATUS_CANCELLED')];
  expect(plannable(all).map(({ id }) => id)).toEqual(['a']);
  const [odd] = engagements('a');
  odd?.scheduleTemplate.scheduleTemplateDays.push({
    id: 'a1',
    scheduleTemplateId: 'a',
    dayOfWeek: 'DAY_OF_WEEK_UNKNOWN',
    sequence: 0,
  });
  expect(savedPlan(odd ? [odd] : [])).toEqual([]);
});

function place(id: string, scheduleTemplateId: string, dayOfWeek: WeekDay, sequence = 0): PlanDay {
  return { id, scheduleTemplateId, dayOfWeek, sequence };
}

const engagements = (...ids: string[]) => ids.map((id) => engagement(id));

/** An engagement whose schedule template has the same id. */
function engagement(id: string, status: EngagementStatus = 'ENGAGEMENT_STATUS_ACCEPTED'): Engagement {
  return {
    id,
    version: 1,
    moves: [],
    status,
    product: {
      id: 'p',
      name: 'Yard Cleanup',
      description: '',
      billingCycle: 'BILLING_CYCLE_IMMEDIATE',
      baseCostRetentionPeriod: 60,
      baseCostMultiplier: 1,
      version: 1,
    },
    customer: { id: 'c', userId: 'u', firstName: 'Casey', lastName: 'Rivera', phone: '', email: '' },
    worker: null,
    serviceAddress: {
      id: 'a',
      label: 'Home',
      streetAddress1: '1 Main St',
      city: 'Bentonville',
      state: 'AR',
      zipCode: '72712',
      gateNotes: null,
      dogNotes: null,
    },
    billingAddress: null,
    stripePaymentMethodId: null,
    baseCost: 1500,
    baseCostHeldUntil: '2026-11-20T12:00:00Z',
    couponName: null,
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: {
      id,
      period: 'PERIOD_WEEKLY',
      frequency: 2,
      interval: 1,
      startDay: { year: 2026, month: 11, day: 20 },
      isPinned: false,
      scheduleTemplateDays: [],
    },
  };
}
