import * as z from 'zod/mini';
import { heldStates } from '#domain/bill-state.ts';
import { noteReaders } from '#domain/notes.ts';
import { endpoint, signedIn } from './endpoint.ts';
import { CalendarDay, Id, Instant } from './fields.ts';
import { Photo } from './files.ts';
import { Hold } from './holds.ts';
import { page } from './page.ts';
import { Skip } from './skips.ts';
import { visitTipFields } from './tips.ts';
import { Work } from './works.ts';

export const VisitCharge = z.object({
  /** Integer cents, after the coupon. */
  amount: z.int(),
  discount: z.int(),
  /** `processing`: a bank has taken it on, and says in some days whether it pays. Of `heldStates`: it was paid, and a bank asked that back. `not-confirmed`: the bank asked for a confirmation that did not come. `not-tried`: we asked no bank, because an earlier payment failed. `written-off`: not collected any more, such as what is too small. `not-billed`: taken off by staff before. */
  status: z.enum([
    'open',
    'waiting',
    'collecting',
    'processing',
    'paid',
    ...heldStates,
    'declined',
    'not-confirmed',
    'not-tried',
    'action-required',
    'refunded',
    'written-off',
    'not-billed',
  ]),
  paidAt: z.nullable(Instant),
  /** How much of its bill we refunded, in integer cents. A refund is for a bill, not for one of its visits. */
  billRefunded: z.int(),
  /** Why it was declined or not tried, as the bill says it; null otherwise. */
  declineMessage: z.nullable(z.string()),
  /** The card of the payment or of the last try; null before the first try, and when there was nothing to pay. */
  stripePaymentMethodId: z.nullable(z.string()),
});

/** A visit that was started. */
export const Visit = z.object({
  visitId: Id,
  work: Work,
  date: CalendarDay,
  /** Who was there. */
  workerName: z.string(),
  /** Whether it was begun and is left so: its day is over, or its worker's account closed. */
  isLeft: z.boolean(),
  /** When the worker was there; nobody knows of a visit that was finished later than on its day, or by the office. */
  startedAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  /** Null for a worker, and until the visit is completed. */
  charge: z.nullable(VisitCharge),
  /** As with the charge, none for a worker. */
  ...visitTipFields,
  /** Oldest first. */
  photos: z.array(Photo),
});
export type Visit = z.infer<typeof Visit>;

/** What a worker wrote at a visit. */
export const VisitNote = z.object({
  id: Id,
  date: CalendarDay,
  text: z.string(),
  by: z.string(),
  at: Instant,
  reader: z.enum(noteReaders),
});
export type VisitNote = z.infer<typeof VisitNote>;

const SkippedVisit = z.extend(Skip, {
  visitId: Id,
  /** Whether the caller may undo it now. */
  mayUndo: z.boolean(),
});

export const visits = {
  listVisits: endpoint({
    method: 'GET',
    path: '/v1/engagements/{engagementId}/visits',
    summary:
      'The visits of an engagement with their charges and those skipped, newest first, 50 at a time, and the dates of the next ones.',
    access: signedIn(),
    ...page(['day'], {
      /** The business's today. */
      today: CalendarDay,
      /** Only these and the past `skips` differ from page to page. */
      visits: z.array(Visit),
      /** The next visits that are due, without the skipped ones. */
      upcoming: z.array(CalendarDay),
      /** Those of the upcoming visits that the plan has on another day, or another worker makes. */
      moved: z.array(
        z.object({
          date: CalendarDay,
          originalDay: CalendarDay,
          /** Null when the service's own worker makes it. */
          workerName: z.nullable(z.string()),
          reason: z.nullable(z.string()),
        }),
      ),
      /** Days that are to come on which a visit would be due if somebody worked, such as a holiday. */
      daysOff: z.array(z.object({ day: CalendarDay, name: z.string() })),
      /** When the customer wants no visits, now and later. */
      holds: z.array(Hold),
      /** The upcoming visits that the caller may skip now. */
      skippable: z.array(CalendarDay),
      /** The past skips of this page and, on the first page, those to come; newest first. */
      skips: z.array(SkippedVisit),
      /** What workers wrote at the visits and skips of this page, as far as the caller may read it; oldest first. */
      notes: z.array(VisitNote),
      /** Charged and not collected yet, integer cents; null for a worker. */
      openAmount: z.nullable(z.int()),
      /** The part of `openAmount` that a bank is collecting, which takes some days. */
      onItsWay: z.nullable(z.int()),
      /**
       * Given up unpaid in all of the customer's engagements, integer cents. Until it is paid nothing can be resumed.
       */
      givenUpAmount: z.nullable(z.int()),
      /** Whether it was paused because a payment failed, and resumes once that is settled; only its customer and staff know. */
      isPausedUnpaid: z.boolean(),
      /**
       * Why its payment method cannot be charged anymore, in a sentence for the reader: it rests until it has another. Null while
       * it can; only its customer and staff know.
       */
      blockedWhy: z.nullable(z.string()),
      /** What the coupon takes off the next visit, integer cents; null for a worker. */
      nextDiscount: z.nullable(z.int()),
    }),
    provides: ['engagements'],
  }),
};
