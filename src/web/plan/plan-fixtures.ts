import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import type { PlanDay } from '#domain/plan-order.ts';

/** What the tests of the plan are made of. */

/** One place of a plan. */
export function place(id: string, scheduleTemplateId: string, dayOfWeek: WeekDay, sequence = 0): PlanDay {
  return { id, scheduleTemplateId, dayOfWeek, sequence };
}

/** Engagements whose schedule templates have the same ids. */
export const engagements = (...ids: string[]) => ids.map((id) => engagement(id));

/** An engagement whose schedule template has the same id. */
export function engagement(id: string, status: EngagementStatus = 'ENGAGEMENT_STATUS_ACCEPTED'): Engagement {
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
      isArchived: false,
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
    agreedBaseCost: 1500,
    isPriceHeld: false,
    baseCostHeldUntil: '2026-11-20T12:00:00Z',
    couponName: null,
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: {
      id,
      period: 'PERIOD_WEEKLY',
      frequency: 2,
      interval: 1,
      startDay: { year: 2026, month: 11, day: 20 },
      weekOffset: 0,
      isPinned: false,
      scheduleTemplateDays: [],
    },
  };
}
