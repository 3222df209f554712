import * as z from 'zod/mini';
import { moneyLabel } from '#domain/labels.ts';
import { largestTip, smallestTip } from '#domain/tip.ts';
import { endpoint, only } from './endpoint.ts';
import { Id } from './fields.ts';

/** What the customer gave to the worker for a visit, on top of the price. */
export const VisitTip = z.object({
  /** Integer cents, and how much of it went back to the card. */
  amount: z.int(),
  refunded: z.int(),
  /**
   * `collecting`: the bank has not answered yet. `to-confirm`: it wants to hear from the customer first. `disputed`: it asks for what was
   * paid, and holds it. `taken-back`: it has taken it for good.
   */
  state: z.enum(['paid', 'collecting', 'to-confirm', 'refunded', 'disputed', 'taken-back']),
});
export type VisitTip = z.infer<typeof VisitTip>;

/** How a visit stands with tips. */
export const visitTipFields = {
  /** Null when there is none; one that was declined is none. */
  tip: z.nullable(VisitTip),
  /** Whether its customer can leave one now. */
  mayTip: z.boolean(),
};

const amountError = 'Please give an amount in dollars and cents, such as 5.00.';
const NewTip = z.object({
  /** Made by the browser: the same request, sent again, tips once. */
  requestId: Id,
  /** Integer cents. */
  amount: z
    .int(amountError)
    .check(
      z.minimum(smallestTip, { error: `Please give at least ${moneyLabel(smallestTip)}.` }),
      z.maximum(largestTip, { error: `Please give at most ${moneyLabel(largestTip)}.` }),
    ),
});
export type NewTip = z.output<typeof NewTip>;

export const tips = {
  leaveTip: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/visits/{workId}/tip',
    summary:
      'Tips for a visit that is done, once, with the card of its service; all of it goes to its worker. A card that is declined answers 402, and nothing is owed.',
    access: only(['PROFILE_TYPE_CUSTOMER']),
    // Somebody may try one stolen card after another.
    limit: { calls: 30, minutes: 10 },
    body: NewTip,
    response: z.object({ tip: VisitTip }),
    invalidates: ['engagements'],
  }),
};
