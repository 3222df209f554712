import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { Instant } from './fields.ts';

const Reconciliation = z.object({
  /** Null before the first. */
  lastCheck: z.nullable(
    z.object({
      startedAt: Instant,
      /** Null while it is under way. */
      finishedAt: z.nullable(Instant),
      /** Who asked for it; null of a nightly one. */
      by: z.nullable(z.string()),
      /** Why it could not look at everything, in words. */
      failure: z.nullable(z.string()),
    }),
  ),
  /** How many findings there are now, and how many of them somebody has put aside. */
  open: z.int(),
  seen: z.int(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

const staff = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'money' });

export const reconciliation = {
  getReconciliation: endpoint({
    method: 'GET',
    path: '/v1/reconciliations/last',
    summary: 'How the last check of the money ended, or that one is under way.',
    access: staff,
    response: Reconciliation,
    provides: ['staffDesk'],
  }),
  startReconciliation: endpoint({
    method: 'POST',
    path: '/v1/reconciliations',
    summary:
      'Checks the money: visits, bills and the ledger against each other and against Stripe. One check at a time.',
    access: staff,
    limit: { calls: 20, minutes: 10 },
    response: Reconciliation,
    invalidates: ['staffDesk'],
  }),
};
