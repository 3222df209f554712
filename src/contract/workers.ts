import * as z from 'zod/mini';
import { approvals, longestApprovalReason, workerFilters } from '#domain/approval.ts';
import { longestSearch } from '#domain/search-lengths.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant, optionalLongText, optionalText, versionField, WeekDay } from './fields.ts';
import { page } from './page.ts';

/** What staff know of workers. */

/** What the list and the page of a worker have in common. */
const standing = {
  approval: z.enum(approvals),
  /** Whether the mailed link was followed; nobody approves a worker before. */
  isConfirmed: z.boolean(),
  /** Whether we may pay them. */
  isOnboarded: z.boolean(),
  /** How many services have visits due that are theirs. */
  active: z.int(),
  since: Instant,
  /** When the whole account was closed; null while it is open. */
  closedAt: z.nullable(Instant),
};

const WorkerRow = z.object({
  profileId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The primary one, or else another; null of who has none. */
  city: z.nullable(z.string()),
  ...standing,
});
export type WorkerRow = z.infer<typeof WorkerRow>;

const Worker = z.object({
  profileId: Id,
  name: z.string(),
  username: z.string(),
  /** Null until the mailed link was followed. */
  confirmedAt: z.nullable(Instant),
  lastSeenAt: z.nullable(Instant),
  ...standing,
  /** Why they were refused; null of who was not. */
  approvalReason: z.nullable(z.string()),
  /** Since when Stripe pays nothing out to them; null while it does, and before it ever did. */
  restrictedAt: z.nullable(Instant),
  /** When their bank did not take the last payout. */
  payoutFailedAt: z.nullable(Instant),
  /** The plan: the first 300 places, in the order of the week and of each day. */
  week: z.array(
    z.object({
      id: Id,
      dayOfWeek: WeekDay,
      engagementId: Id,
      customer: z.object({ profileId: Id, name: z.string() }),
      productName: z.string(),
      streetAddress1: z.string(),
      city: z.string(),
      /** 1 is every week, 2 every other week. */
      interval: z.int(),
    }),
  ),
  /** Theirs that are paused, and so not in the plan. */
  paused: z.int(),
  /** What was done, and what they missed, in the last 30 days. */
  lastDays: z.object({ done: z.int(), missed: z.int(), since: CalendarDay }),
  version: z.int(),
});
export type Worker = z.infer<typeof Worker>;

/** `reason`: for a refusal, which the worker reads. `version`: the profile's, as the page shows it. */
export const ApprovalForm = z
  .object({
    approval: z.enum(['approved', 'refused'], { error: 'Please approve or refuse.' }),
    reason: optionalLongText(longestApprovalReason),
    version: versionField,
  })
  .check(
    z.refine(({ approval, reason }) => approval === 'approved' || Boolean(reason), {
      path: ['reason'],
      error: 'Please say why. The worker reads it.',
    }),
  );
export type ApprovalForm = z.output<typeof ApprovalForm>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const workers = {
  listWorkers: endpoint({
    method: 'GET',
    path: '/v1/workers',
    summary:
      'Workers, the newest first, 50 at a time; found by the beginnings of words as in a search, and narrowed to those who stand in some way.',
    access: staff,
    ...page(
      ['id'],
      { workers: z.array(WorkerRow) },
      {
        q: optionalText(longestSearch),
        filter: z.optional(z.enum(workerFilters, { error: 'Please choose one of the filters.' })),
      },
    ),
    provides: ['profile', 'addresses', 'engagements'],
  }),
  getWorker: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}',
    summary: 'All that staff see of a worker at a glance, besides profile, addresses, notes, earnings and messages.',
    access: staff,
    response: Worker,
    provides: ['profile', 'addresses', 'engagements'],
  }),
  decideApproval: endpoint({
    method: 'PUT',
    path: '/v1/workers/{workerProfileId}/approval',
    summary:
      'Approves a worker, or refuses one, who is told by email. Whoever is refused sees no proposals and keeps the services that are theirs.',
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'people' }),
    body: ApprovalForm,
    response: Worker,
    invalidates: ['profile', 'staffDesk', 'engagements'],
  }),
};
