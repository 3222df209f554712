import * as z from 'zod/mini';
import { terms } from '#domain/enums.ts';
import { linkTokenField, passwordField } from './accounts.ts';
import { anyone, Done, endpoint, signedIn } from './endpoint.ts';
import { paymentMethodIdField } from './engagements.ts';
import { Email, Id, Instant } from './fields.ts';
import { orderedService } from './orders.ts';
import { Phone } from './phone.ts';
import { Session } from './session-shapes.ts';

const mustAgree = z.literal(true, { error: 'You must agree to our Terms of Service.' });

/** An order as its customer sees it, who is not known yet. So it has no word of gate and dogs. */
export const OrderToAccept = z.object({
  firstName: z.string(),
  lastName: z.string(),
  ...orderedService,
  /** Who asked for it, of the business, and when. */
  askedBy: z.string(),
  askedAt: Instant,
  /** The price of a visit that the customer was told, and what it is now; null when it is not offered any more. */
  toldBaseCost: z.int(),
  baseCost: z.nullable(z.int()),
  /** What the coupon takes off the first visit, integer cents, and says; or why it does not count any more. */
  discount: z.int(),
  couponTerm: z.nullable(z.enum(terms)),
  couponMessage: z.nullable(z.string()),
  couponProblem: z.nullable(z.string()),
  /** Whether there is an account to sign in to. Otherwise one is opened. */
  hasAccount: z.boolean(),
  /** The email of the new account, and whether the link has proved it; null when it is to be asked for. */
  email: z.nullable(z.string()),
  isEmailProved: z.boolean(),
  phone: z.nullable(z.string()),
  expiresAt: Instant,
});
export type OrderToAccept = z.infer<typeof OrderToAccept>;

export const OrderAccountForm = z.object({
  token: linkTokenField,
  password: passwordField,
  /** Read only where staff left it empty. An email that the link proved stays as it is. */
  email: Email,
  phone: Phone,
  agreedToTerms: mustAgree,
});

const acceptance = {
  token: linkTokenField,
  /** The price of a visit that was shown, integer cents. When it has changed since, the call is refused. */
  quotedBaseCost: z.int32(),
  /** Whether the coupon counted when the price was shown. */
  withCoupon: z.boolean(),
};

/** What the reader of an order's link calls; the browser loads these calls with the link's page. */
export const orderLinks = {
  checkOrderLink: endpoint({
    method: 'POST',
    path: '/v1/check-order-link',
    summary: 'What a link asks its reader to accept, by its token.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: OrderToAccept,
  }),
  renewOrderLink: endpoint({
    method: 'POST',
    path: '/v1/renew-order-link',
    summary: 'Sends a new link in place of one that has ended, to where the order says now.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
  }),
  openOrderAccount: endpoint({
    method: 'POST',
    path: '/v1/open-order-account',
    summary: "Opens the account of an order's customer by the token of the link, and signs in.",
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: OrderAccountForm,
    response: Session,
  }),
  checkAcceptance: endpoint({
    method: 'POST',
    path: '/v1/check-acceptance',
    summary:
      'Refuses what accepting an order would be refused for, so that no card is saved before. It accepts nothing.',
    access: signedIn(),
    limit: { calls: 60, minutes: 60, by: 'user' },
    body: z.object(acceptance),
    response: Done,
  }),
  acceptOrder: endpoint({
    method: 'POST',
    path: '/v1/accept-order',
    summary: 'Accepts an order by the token of the link, with a saved card; proposed to every onboarded worker.',
    access: signedIn(),
    limit: { calls: 60, minutes: 60, by: 'user' },
    body: z.object({
      ...acceptance,
      stripePaymentMethodId: paymentMethodIdField,
      agreedToTerms: mustAgree,
    }),
    response: z.object({ customerProfileId: Id, engagementId: Id }),
    invalidates: ['engagements', 'profiles', 'addresses'],
  }),
};
