import type { Account, AccountSession } from './account-objects.ts';
/** The shapes kept by the stand-in: the part of Stripe's API objects (version 2026-10-28) that it fills in. */

export type Metadata = Record<string, string>;
type Address = Record<string, string | null>;

export type Customer = {
  id: string;
  object: 'customer';
  created: number;
  livemode: false;
  address: Address | null;
  balance: number;
  currency: string | null;
  default_source: null;
  delinquent: boolean;
  description: string | null;
  discount: null;
  email: string | null;
  invoice_settings: { default_payment_method: string | null; custom_fields: null; footer: null };
  metadata: Metadata;
  name: string | null;
  phone: string | null;
  preferred_locales: string[];
  shipping: null;
  tax_exempt: string;
};

export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

export type BillingDetails = {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: null;
};

export type PaymentMethod = {
  id: string;
  object: 'payment_method';
  allow_redisplay: string;
  billing_details: BillingDetails;
  card: {
    brand: string;
    checks: {
      address_line1_check: string | null;
      address_postal_code_check: string | null;
      cvc_check: string | null;
    };
    country: string;
    display_brand: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    funding: string;
    generated_from: null;
    last4: string;
    networks: { available: string[]; preferred: null };
    regulated_status: string;
    three_d_secure_usage: { supported: boolean };
    wallet: null;
  };
  created: number;
  customer: string | null;
  livemode: false;
  metadata: Metadata;
  type: 'card';
};

/** Why an attempt failed, as it stands in `last_payment_error`, `last_setup_error` and in an error answer. */
export type AttemptError = {
  advice_code?: string;
  charge?: string;
  code: string;
  decline_code?: string;
  doc_url: string;
  message: string;
  param?: string;
  payment_method?: PaymentMethod;
  type: 'card_error' | 'invalid_request_error';
};

export type NextAction = {
  type: 'use_stripe_sdk';
  use_stripe_sdk: { type: 'stripe_3ds2_fingerprint' | 'three_d_secure_redirect'; source: string };
};

export type SetupIntent = {
  id: string;
  object: 'setup_intent';
  application: null;
  allowed_payment_method_types: string[] | null;
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
  customer: string | null;
  description: string | null;
  last_setup_error: AttemptError | null;
  latest_attempt: null;
  livemode: false;
  mandate: null;
  metadata: Metadata;
  next_action: NextAction | null;
  on_behalf_of: null;
  payment_method: string | null;
  payment_method_types: string[];
  single_use_mandate: null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded';
  usage: string;
};

export type PaymentIntent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  application: null;
  application_fee_amount: number | null;
  allowed_payment_method_types: string[] | null;
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic' | 'automatic_async';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: AttemptError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: NextAction | null;
  on_behalf_of: string | null;
  payment_method: string | null;
  payment_method_types: string[];
  processing: null;
  receipt_email: string | null;
  setup_future_usage: string | null;
  shipping: null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded';
  transfer_data: { destination: string; amount?: number } | null;
  transfer_group: string | null;
};

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application_fee: string | null;
  application_fee_amount: number | null;
  balance_transaction: string | null;
  billing_details: BillingDetails;
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  destination: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  on_behalf_of: string | null;
  outcome: {
    network_status: string;
    reason: string | null;
    risk_level: string;
    seller_message: string;
    type: string;
  };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: 'card'; card: PaymentMethod['card'] };
  receipt_email: string | null;
  receipt_url: string | null;
  refunded: boolean;
  status: 'succeeded' | 'failed';
  transfer: string | null;
  transfer_data: { destination: string; amount?: number } | null;
  transfer_group: string | null;
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: string;
  charge: string;
  created: number;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  receipt_number: null;
  source_transfer_reversal: string | null;
  status: 'succeeded';
  transfer_reversal: string | null;
};

export type Transfer = {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  balance_transaction: string;
  created: number;
  currency: string;
  description: string | null;
  destination: string;
  destination_payment: string;
  livemode: false;
  metadata: Metadata;
  reversed: boolean;
  source_transaction: string | null;
  source_type: string;
  transfer_group: string | null;
};

export type StripeEvent = {
  id: string;
  object: 'event';
  account?: string;
  api_version: string;
  created: number;
  data: { object: StripeObject };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** Every kind of object the stand-in keeps, by its Stripe `object` name. */
export type ObjectByKind = {
  account: Account;
  account_session: AccountSession;
  charge: Charge;
  customer: Customer | DeletedCustomer;
  event: StripeEvent;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  refund: Refund;
  setup_intent: SetupIntent;
  transfer: Transfer;
};

export type Kind = keyof ObjectByKind;
export type StripeObject = ObjectByKind[Kind];
