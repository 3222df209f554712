/** The objects of the stand-in: the part of Stripe's API objects (version 2026-10-28) that it fills in. */

type Base<Kind extends string> = { id: string; object: Kind; created: number };

export type Metadata = Record<string, string>;

export type Customer = Base<'customer'> & {
  /** Not of those that were made before it was kept. */
  name?: string | null;
  deleted?: true;
  email: string | null;
  livemode: false;
  metadata: Metadata;
};

/** What the stand-in makes. */
export const methodTypes = ['card', 'link', 'us_bank_account', 'cashapp', 'paypal'] as const;
type MethodType = (typeof methodTypes)[number];

export type PaymentMethod = Base<'payment_method'> & {
  billing_details: { address: { postal_code: string | null } };
  card?: {
    brand: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    funding: 'credit';
    last4: string;
    wallet: null;
  };
  us_bank_account?: { bank_name: string; fingerprint: string; last4: string; routing_number: string };
  cashapp?: { buyer_id: string; cashtag: string };
  paypal?: { payer_email: string; payer_id: string };
  link?: { email: string };
  customer: string | null;
  /** Not Stripe's: it was attached once, and cannot be used again. */
  detached?: true;
  /** Not Stripe's: one of `laterDeclines`, as which it is declined from now on. */
  declines_later?: string;
  livemode: false;
  type: MethodType;
};

/** Why an attempt failed, for `last_payment_error`, `last_setup_error` and error answers. */
export type AttemptError = {
  advice_code?: string;
  charge?: string;
  code: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_method?: PaymentMethod;
  type: 'card_error' | 'invalid_request_error';
};

type IntentBase<Kind extends string> = Base<Kind> & {
  allowed_payment_method_types: string[] | null;
  client_secret: string;
  customer: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: {
    type: 'use_stripe_sdk';
    use_stripe_sdk: { type: 'three_d_secure_redirect'; source: string };
  } | null;
  payment_method: string | null;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'canceled'
    | 'succeeded';
};

export type SetupIntent = IntentBase<'setup_intent'> & { last_setup_error: AttemptError | null; usage: string };

export type PaymentIntent = IntentBase<'payment_intent'> & {
  amount: number;
  amount_received: number;
  application_fee_amount: number | null;
  canceled_at: number | null;
  capture_method: 'automatic' | 'automatic_async';
  currency: string;
  description: string | null;
  last_payment_error: AttemptError | null;
  latest_charge: string | null;
  transfer_data: { destination: string } | null;
};

export type Intent = SetupIntent | PaymentIntent;

export type Charge = Base<'charge'> & {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application_fee: string | null;
  application_fee_amount: number | null;
  balance_transaction: string | null;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: Pick<PaymentMethod, MethodType | 'type'>;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
  transfer: string | null;
};

export type Refund = Base<'refund'> & {
  amount: number;
  balance_transaction: string;
  charge: string;
  currency: string;
  failure_balance_transaction?: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  transfer_reversal: string | null;
};

export type ApplicationFee = Base<'application_fee'> & {
  account: string;
  amount: number;
  amount_refunded: number;
  charge: string;
  currency: string;
  refunded: boolean;
};

export type TransferReversal = Base<'transfer_reversal'> & {
  amount: number;
  currency: string;
  source_refund: string | null;
  transfer: string;
};

/** What has moved the platform's balance; `net` is the amount less the fee. */
export type BalanceTransaction = Base<'balance_transaction'> & {
  amount: number;
  currency: string;
  fee: number;
  net: number;
  source: string;
  type:
    | 'adjustment'
    | 'application_fee'
    | 'application_fee_refund'
    | 'charge'
    | 'payout_failure'
    | 'refund'
    | 'refund_failure'
    | 'transfer'
    | 'transfer_refund';
};

export type Dispute = Base<'dispute'> & {
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  currency: string;
  evidence_details: { due_by: number };
  is_charge_refundable: boolean;
  livemode: false;
  payment_intent: string;
  reason: 'fraudulent' | 'product_not_received' | 'debit_not_authorized';
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed';
};

export type EarlyFraudWarning = Base<'radar.early_fraud_warning'> & {
  actionable: boolean;
  charge: string;
  fraud_type: string;
  livemode: false;
  payment_intent: string;
};

export type Transfer = Base<'transfer'> & {
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  livemode: false;
  metadata: Metadata;
  reversed: boolean;
  /** The charge that it passes on; null of one from the platform's balance. */
  source_transaction: string | null;
  transfer_group: string | null;
};

/** Of a connected account's balance to its bank. */
export type Payout = Base<'payout'> & {
  /** Not Stripe's: whose it is. */
  account: string;
  amount: number;
  arrival_date: number;
  currency: string;
  destination: string | null;
  failure_balance_transaction: string | null;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  status: 'in_transit' | 'paid' | 'failed';
};

export type StripeEvent = Base<'event'> & {
  account?: string;
  api_version: string;
  data: { object: StripeObject };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** What a connected account was connected by. */
export type Application = Base<'application'> & { name: string };

export type Account = Base<'account'> & {
  /** Not Stripe's: it is not connected to us any more. */
  deauthorized?: true;
  business_type: string | null;
  capabilities: Record<string, 'active' | 'inactive'>;
  charges_enabled: boolean;
  controller: Record<string, unknown>;
  country: 'US';
  details_submitted: boolean;
  email: string | null;
  external_accounts: {
    object: 'list';
    data: { id: string; object: 'bank_account'; last4: string; routing_number: string }[];
    has_more: false;
    url: string;
  };
  individual?: { dob: Record<'day' | 'month' | 'year', number>; first_name: string; last_name: string };
  metadata: Metadata;
  payouts_enabled: boolean;
  requirements: { currently_due: string[] };
};

export type AccountSession = Base<'account_session'> & {
  account: string;
  client_secret: string;
  components: Record<string, unknown>;
  expires_at: number;
  livemode: false;
};

export type StripeObject =
  | Account
  | AccountSession
  | Application
  | ApplicationFee
  | BalanceTransaction
  | Charge
  | Customer
  | Dispute
  | EarlyFraudWarning
  | Intent
  | PaymentMethod
  | Payout
  | Refund
  | StripeEvent
  | Transfer
  | TransferReversal;

/** The kinds of objects, by Stripe's `object` names. */
export type Kind = StripeObject['object'];
export type ObjectOf<K extends Kind> = { [Each in StripeObject as Each['object']]: Each }[K];
