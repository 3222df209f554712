import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { Id } from './fields.ts';

/** A payment that the customer's bank wants confirmed, with what the browser needs to ask for it. */
export const PaymentToConfirm = z.object({
  /** Integer cents. */
  amount: z.int(),
  clientSecret: z.string(),
  stripePaymentMethodId: z.string(),
});
export type PaymentToConfirm = z.infer<typeof PaymentToConfirm>;

export const billing = {
  listPaymentsToConfirm: endpoint({
    method: 'GET',
    path: '/v1/engagements/{engagementId}/payments-to-confirm',
    summary: "The payments of the customer's own engagement that their bank wants confirmed.",
    access: only(['PROFILE_TYPE_CUSTOMER']),
    params: z.object({ engagementId: Id }),
    response: z.object({ payments: z.array(PaymentToConfirm) }),
    provides: ['engagements'],
  }),
};
