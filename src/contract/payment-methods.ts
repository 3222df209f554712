import * as z from 'zod/mini';
import { cardBrands } from '#domain/enums.ts';
import { Done, endpoint, only, signedIn } from './endpoint.ts';
import { paymentMethodIdField } from './engagements.ts';
import { CalendarDay, Id, Instant } from './fields.ts';

export const CreditCardPaymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.enum(cardBrands), last4: z.string(), expMonth: z.int(), expYear: z.int() }),
  /** The wallet the card came from, for example 'apple_pay'. */
  wallet: z.nullable(z.string()),
  savedAt: Instant,
});
export type CreditCardPaymentMethod = z.infer<typeof CreditCardPaymentMethod>;

export const PaymentMethods = z.object({
  creditCardPaymentMethods: z.array(CreditCardPaymentMethod),
  usBankPaymentMethods: z.array(z.object({ id: z.string(), bankName: z.string(), last4: z.string() })),
  cashAppPaymentMethods: z.array(z.object({ id: z.string(), tag: z.string() })),
  payPalPaymentMethods: z.array(z.object({ id: z.string(), email: z.string() })),
  linkPaymentMethods: z.array(z.object({ id: z.string(), email: z.string() })),
  /** Those that can’t be used anymore: a payment failed for good or was taken back, or we stopped taking that kind. */
  unusableIds: z.array(z.string()),
  /** Those that staff have allowed again after they were blocked: they can be used, and none is chosen beforehand. */
  allowedAgainIds: z.array(z.string()),
});
export type PaymentMethods = z.infer<typeof PaymentMethods>;

const CardToReplace = z.object({
  id: z.string(),
  /** For example 'Visa (4242)'. */
  name: z.string(),
  /** `blocked`: it cannot be charged anymore. */
  state: z.enum(['gone', 'blocked', 'expired', 'expires']),
  /** Why that is, in a sentence for the reader; null of the others. */
  blockedWhy: z.nullable(z.string()),
  /** The last day on which it works; null of what does not expire. */
  expiresOn: z.nullable(CalendarDay),
});
export type CardToReplace = z.infer<typeof CardToReplace>;

const own = signedIn({ own: { userId: 'user' } });

export const paymentMethods = {
  listPaymentMethods: endpoint({
    method: 'GET',
    path: '/v1/users/{userId}/payment-methods',
    summary: "A person's saved ways to pay.",
    access: own,
    response: PaymentMethods,
    provides: ['paymentMethods'],
  }),
  createPaymentMethodSetupIntent: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/payment-method-setup-intent',
    summary: 'A client secret with which the browser saves a way to pay.',
    access: own,
    limit: { calls: 40, minutes: 60, by: 'user' },
    response: z.object({ clientSecret: z.string() }),
  }),
  deletePaymentMethod: endpoint({
    method: 'DELETE',
    path: '/v1/users/{userId}/payment-methods/{paymentMethodId}',
    summary: 'Removes a way to pay; refused while a live engagement uses it.',
    access: own,
    params: z.object({ userId: Id, paymentMethodId: paymentMethodIdField }),
    response: Done,
    invalidates: ['paymentMethods'],
  }),
  listCardsToReplace: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/cards-to-replace',
    summary:
      "The cards of a customer's live services that are gone, cannot be used anymore, have expired or expire within 30 days.",
    access: only(['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE'], {
      own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' },
      staffToo: true,
    }),
    response: z.object({ cards: z.array(CardToReplace) }),
    provides: ['engagements', 'paymentMethods'],
  }),
};
