import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import type { DayOfWeek } from '#domain/enums.ts';

const date = { year: 2026, month: 11, day: 20 };

/**
 * A job for tests.
 * @param id the engagement's
 * @param planned the weekdays on which the plan has it; each place's id is '<engagement's id> <weekday>'
 */
export function buildJob(id: string, dayOfWeek: DayOfWeek, sequence: number, planned: readonly WeekDay[] = []): Job {
  const customer = { id: 'c', userId: 'u', firstName: 'Casey', lastName: 'Rivera', phone: '', email: '' };
  const serviceAddress = {
    id: 'a',
    label: 'Home',
    streetAddress1: '1 Main & Elm St #2',
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    gateNotes: null,
    dogNotes: null,
  };
  return {
    engagement: {
      id,
      version: 1,
      moves: [],
      status: 'ENGAGEMENT_STATUS_ACCEPTED',
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
      customer,
      worker: null,
      serviceAddress,
      billingAddress: null,
      stripePaymentMethodId: null,
      baseCost: 1500,
      agreedBaseCost: 1500,
      isPriceHeld: false,
      baseCostHeldUntil: '2026-11-20T12:00:00Z',
      couponName: null,
      yardSize: 'YARD_SIZE_STANDARD',
      scheduleTemplate: {
        id: 't',
        period: 'PERIOD_WEEKLY',
        frequency: 1,
        interval: 1,
        startDay: date,
        weekOffset: 0,
        isPinned: false,
        scheduleTemplateDays: planned.map((day) => ({
          id: `${id} ${day}`,
          scheduleTemplateId: 't',
          dayOfWeek: day,
          sequence,
        })),
      },
    },
    customerProfile: customer,
    work: null,
    skip: null,
    photos: [],
    scheduleInstance: { dayOfWeek, sequence, date },
  };
}
