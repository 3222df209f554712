import * as z from 'zod/mini';
import { cancelReasons } from '#domain/cancel-reasons.ts';
import { daySteps } from '#domain/day-ranges.ts';
import {
  becameOf,
  listedRecurring,
  listedVisits,
  type RecurringKind,
  recurringKinds,
  type VisitFigure,
  visitDimensions,
  visitFigures,
} from '#domain/reports.ts';
import { atMost, firstDay, fiveYears, inOrder, lastDay, rangeChecks, rangeFields } from './day-range.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant, optionalText } from './fields.ts';
import { page } from './page.ts';

const staff = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'money' });

/** Whose visits, such as those of one worker; without them, all. */
const whose = {
  of: z.optional(z.enum(visitDimensions, { error: 'Please choose worker, city or product.' })),
  /** The worker's profile, or `nobody` for visits of which nobody knows whose they were; the city's name; the product's id. */
  key: optionalText(100),
};
const reason = z.enum([...cancelReasons, 'none']);

const VisitFigures = z.object(
  Object.fromEntries(visitFigures.map((name) => [name, z.number()])) as Record<VisitFigure, z.ZodMiniNumber>,
);
export type VisitFigures = z.infer<typeof VisitFigures>;

/** Amounts are integer cents a month. */
const Recurring = z.object({
  start: z.int(),
  end: z.int(),
  /** How many services were served. */
  servedAtStart: z.int(),
  servedAtEnd: z.int(),
  kinds: z.object(
    Object.fromEntries(
      recurringKinds.map((kind) => [kind, z.object({ services: z.int(), amount: z.int() })]),
    ) as Record<RecurringKind, z.ZodMiniObject<{ services: z.ZodMiniInt; amount: z.ZodMiniInt }>>,
  ),
});
export type Recurring = z.infer<typeof Recurring>;

const VisitsOf = z.object({
  /** As the query takes it. */
  key: z.string(),
  name: z.string(),
  figures: VisitFigures,
});
export type VisitsOf = z.infer<typeof VisitsOf>;

const Found = z.object({
  /** What visitors wrote of how they heard of the business; null for nothing. */
  referral: z.nullable(z.string()),
  inquiries: z.int(),
  signedUp: z.int(),
  visited: z.int(),
});
export type Found = z.infer<typeof Found>;

export const Report = z.object({
  from: CalendarDay,
  to: CalendarDay,
  by: z.enum(daySteps),
  /** Whose visits; null for all. */
  of: z.nullable(z.object({ dimension: z.enum(visitDimensions), name: z.string() })),
  rows: z.array(z.object({ from: CalendarDay, to: CalendarDay, recurring: Recurring, visits: VisitFigures })),
  recurring: Recurring,
  visits: VisitFigures,
  reasons: z.array(z.object({ reason, services: z.int(), amount: z.int() })),
  workers: z.array(VisitsOf),
  cities: z.array(VisitsOf),
  products: z.array(VisitsOf),
  found: z.array(Found),
  /** Whether there were more inquiries than are counted. */
  isFoundCut: z.boolean(),
});
export type Report = z.infer<typeof Report>;

const Person = z.object({ id: Id, name: z.string() });

const ReportVisit = z.object({
  engagementId: Id,
  date: CalendarDay,
  customer: Person,
  workerName: z.nullable(z.string()),
  productName: z.string(),
  city: z.string(),
  /** What was charged for it, and the business's part of it; integer cents. */
  amount: z.nullable(z.int()),
  fee: z.nullable(z.int()),
  /** From the start of the way to the end of the work, and the way, as the report sums them; null where nobody knows. */
  minutes: z.nullable(z.number()),
  miles: z.nullable(z.number()),
});
export type ReportVisit = z.infer<typeof ReportVisit>;

const RecurringStep = z.object({
  engagementId: Id,
  day: CalendarDay,
  kind: z.enum(recurringKinds),
  customer: Person,
  productName: z.string(),
  /** Integer cents a month. */
  before: z.int(),
  after: z.int(),
  reason: z.nullable(z.enum(cancelReasons)),
});
export type RecurringStep = z.infer<typeof RecurringStep>;

const FoundInquiry = z.object({
  id: Id,
  receivedAt: Instant,
  name: z.string(),
  /** The customer with its email address or phone number. */
  customer: z.nullable(Person),
  /** Whether that one signed up after it, and asked for the first time in these days. */
  isSignUp: z.boolean(),
  isVisited: z.boolean(),
});
export type FoundInquiry = z.infer<typeof FoundInquiry>;

const days = { from: firstDay, to: lastDay };
const visits = page(
  ['day', 'id', 'id'],
  { visits: z.array(ReportVisit) },
  { figure: z.enum(listedVisits, { error: 'Please choose one of the figures.' }), ...days, ...whose },
);
const steps = page(
  ['day', 'id'],
  { steps: z.array(RecurringStep) },
  {
    kind: z.enum(listedRecurring, { error: 'Please choose one of the changes.' }),
    reason: z.optional(reason),
    ...days,
  },
);
const inquiries = page(
  ['moment', 'id'],
  { inquiries: z.array(FoundInquiry) },
  {
    referral: optionalText(1000),
    became: z.optional(z.enum(becameOf, { error: 'Please choose one of the figures.' })),
    ...days,
  },
);

export const reports = {
  getReport: endpoint({
    method: 'GET',
    path: '/v1/reports',
    summary:
      'Recurring revenue and how it changed, visits with what they brought, and how customers found the business, of at most five years.',
    access: staff,
    query: z.object({ ...rangeFields, ...whose }).check(...rangeChecks(fiveYears)),
    response: Report,
  }),
  listReportVisits: endpoint({
    method: 'GET',
    path: '/v1/reports/visits',
    summary: 'The visits that a figure counts, or that were begun, newest first, 50 at a time.',
    access: staff,
    ...visits,
    query: visits.query.check(inOrder, atMost(fiveYears)),
  }),
  listRecurringSteps: endpoint({
    method: 'GET',
    path: '/v1/reports/recurring',
    summary:
      'The services whose recurring revenue changed in a way, or that are served at the end of the days, newest first, 50 at a time.',
    access: staff,
    ...steps,
    query: steps.query.check(inOrder, atMost(fiveYears)),
  }),
  listFoundInquiries: endpoint({
    method: 'GET',
    path: '/v1/reports/inquiries',
    summary: 'The inquiries of visitors who found the business in one way, newest first, 50 at a time.',
    access: staff,
    ...inquiries,
    query: inquiries.query.check(inOrder, atMost(fiveYears)),
  }),
};
