import type { Metadata } from './objects.ts';

export type CapabilityStatus = 'active' | 'inactive' | 'pending';

export type Account = {
  id: string;
  object: 'account';
  business_profile: Record<string, unknown>;
  business_type: string | null;
  capabilities: Record<string, CapabilityStatus>;
  charges_enabled: boolean;
  controller: Record<string, unknown>;
  country: string;
  created: number;
  default_currency: string;
  details_submitted: boolean;
  email: string | null;
  external_accounts: {
    object: 'list';
    data: { id: string; object: 'bank_account'; last4: string; routing_number: string }[];
    has_more: boolean;
    url: string;
  };
  future_requirements: { currently_due: string[] };
  individual?: Record<string, unknown>;
  metadata: Metadata;
  payouts_enabled: boolean;
  requirements: {
    alternatives: never[];
    current_deadline: null;
    currently_due: string[];
    disabled_reason: string | null;
    errors: never[];
    eventually_due: string[];
    past_due: string[];
    pending_verification: string[];
  };
  settings: Record<string, unknown>;
  tos_acceptance: { date?: number };
  type: 'standard' | 'express' | 'custom' | 'none';
};

export type AccountSession = {
  id: string;
  object: 'account_session';
  account: string;
  client_secret: string;
  components: Record<string, unknown>;
  created: number;
  expires_at: number;
  livemode: false;
};
