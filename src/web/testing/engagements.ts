import type { Engagement } from '#contract/engagements.ts';
import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import type { DayOfWeek, EngagementStatus } from '#domain/enums.ts';
import type { PlanDay } from '#domain/plan-order.ts';

const date = { year: 2026, month: 11, day: 20 };

/** One place of a plan. */
export const place = (id: string, scheduleTemplateId: string, dayOfWeek: WeekDay, sequence = 0): PlanDay => ({
  id,
  scheduleTemplateId,
  dayOfWeek,
  sequence,
});

/** An engagement; its schedule template has the same id. */
export function buildEngagement(
  id: string,
  status: EngagementStatus = 'ENGAGEMENT_STATUS_ACCEPTED',
  scheduleTemplateDays: PlanDay[] = [],
): Engagement {
  return {
    id,
    version: 1,
    nextStatuses: [],
    status,
    product: {
      id: 'p',
      name: 'Yard Cleanup',
      description: '',
      billingCycle: 'BILLING_CYCLE_IMMEDIATE',
      baseCostRetentionPeriod: 60,
      baseCostMultiplier: 1,
      isArchived: false,
      version: 1,
    },
    customer: { id: 'c', userId: 'u', firstName: 'Casey', lastName: 'Rivera', phone: '', email: '' },
    worker: null,
    serviceAddress: {
      id: 'a',
      label: 'Home',
      streetAddress1: '1 Main & Elm St #2',
      city: 'Bentonville',
      state: 'AR',
      zipCode: '72712',
      gateNotes: null,
      dogNotes: null,
    },
    billingAddress: null,
    stripePaymentMethodId: null,
    baseCost: 1500,
    agreedBaseCost: 1500,
    isPriceHeld: false,
    baseCostHeldUntil: '2026-11-20T12:00:00Z',
    couponName: null,
    lockedGateFee: 0,
    pay: null,
    yardSize: 'YARD_SIZE_STANDARD',
    cancelReason: null,
    cancelNote: null,
    scheduleTemplate: {
      id,
      period: 'PERIOD_WEEKLY',
      frequency: 2,
      interval: 1,
      startDay: date,
      weekOffset: 0,
      isPinned: false,
      scheduleTemplateDays,
    },
  };
}

/** Engagements as the server has them, each on its places. */
export const buildEngagements = (ids: readonly string[], places: readonly PlanDay[] = []): Engagement[] =>
  ids.map((id) =>
    buildEngagement(
      id,
      undefined,
      places.filter(({ scheduleTemplateId }) => scheduleTemplateId === id),
    ),
  );

/**
 * A job of a worker's itinerary, of Friday, November 20th.
 * @param id the engagement's
 * @param planned the weekdays on which the plan has it; each place's id is '<engagement's id> <weekday>'
 */
export function buildJob(id: string, dayOfWeek: DayOfWeek, sequence: number, planned: readonly WeekDay[] = []): Job {
  const places = planned.map((day) => place(`${id} ${day}`, id, day, sequence));
  const engagement = buildEngagement(id, undefined, places);
  return {
    visitId: `visit of ${id}`,
    engagement,
    customerProfile: engagement.customer,
    work: null,
    earned: null,
    skip: null,
    photos: [],
    notes: [],
    scheduleInstance: { dayOfWeek, sequence, date },
  };
}

/** Friday's visit of a customer, as the itinerary has it. */
export const jobOf = (engagementId: string): Job => buildJob(engagementId, 'DAY_OF_WEEK_FRIDAY', 0);
