import type { ActKind } from './acts.ts';

/**
 * What the record of changes keeps, and what each is done to. An account stands for its person; a visit for its
 * engagement's page.
 */
type ChangeSubject =
  | 'account'
  | 'join-code'
  | 'engagement'
  | 'visit'
  | 'bill'
  | 'product'
  | 'coupon'
  | 'inquiry'
  | 'order'
  | 'message'
  | 'text'
  | 'finding'
  | 'top-up'
  | 'settings'
  | 'holiday'
  | 'note'
  | 'standstill';

/** Kinds of acts are those of `domain/acts.ts`. */
export const changeKinds = {
  'role-changed': 'account',
  'employee-joined': 'account',
  'factor-added': 'account',
  'factor-removed': 'account',
  'factors-taken': 'account',
  'recovery-codes-made': 'account',
  'account-closed': 'account',
  'account-reopened': 'account',
  'worker-approved': 'account',
  'worker-refused': 'account',
  'profile-changed': 'account',
  'address-added': 'account',
  'address-changed': 'account',
  'address-archived': 'account',
  'note-written': 'note',
  'note-changed': 'note',
  'note-deleted': 'account',
  'data-exported': 'account',
  'data-erased': 'account',
  'join-code-issued': 'join-code',
  'join-code-revoked': 'join-code',
  'service-asked': 'engagement',
  'status-changed': 'engagement',
  'service-changed': 'engagement',
  'worker-lost': 'engagement',
  'price-agreed': 'engagement',
  'visit-skipped': 'engagement',
  'skip-undone': 'engagement',
  'visit-moved': 'engagement',
  'worker-assigned': 'engagement',
  'hold-made': 'engagement',
  'hold-ended': 'engagement',
  'rhythm-asked': 'engagement',
  'rhythm-withdrawn': 'engagement',
  'rhythm-accepted': 'engagement',
  'missed-visit-seen': 'engagement',
  'visit-finished': 'engagement',
  refund: 'bill',
  'write-off': 'bill',
  'try-again': 'bill',
  'move-card': 'bill',
  'stop-waiting': 'bill',
  'not-billed': 'visit',
  credit: 'account',
  'credit-paid-out': 'account',
  'credit-taken-back': 'account',
  'dispute-written-off': 'bill',
  'dispute-paid': 'bill',
  'dispute-ended': 'bill',
  'method-allowed': 'account',
  'top-up-sent-again': 'top-up',
  'payout-seen': 'account',
  'finding-seen': 'finding',
  'message-sent-again': 'message',
  'message-dropped': 'message',
  'text-answered': 'text',
  'person-written': 'account',
  'texts-ended': 'account',
  'email-broken': 'account',
  'email-works': 'account',
  'email-changed': 'account',
  'email-change-stopped': 'account',
  'sender-ended': 'text',
  'inquiry-answered': 'inquiry',
  'inquiry-reopened': 'inquiry',
  'inquiry-lost': 'inquiry',
  'inquiry-joined': 'inquiry',
  'inquiry-separated': 'inquiry',
  'inquiry-erased': 'inquiry',
  'order-made': 'order',
  'order-sent': 'order',
  'order-taken-back': 'order',
  'order-accepted': 'order',
  'order-erased': 'order',
  'product-created': 'product',
  'product-changed': 'product',
  'product-archived': 'product',
  'product-restored': 'product',
  'coupon-created': 'coupon',
  'coupon-changed': 'coupon',
  'coupon-deleted': 'coupon',
  'settings-changed': 'settings',
  'settings-taken-back': 'settings',
  'holiday-set': 'holiday',
  'holiday-taken-back': 'holiday',
  'days-off-declined': 'holiday',
  'money-let-go-on': 'standstill',
} as const satisfies Record<string, ChangeSubject> & Record<ActKind, ChangeSubject>;

export type ChangeKind = keyof typeof changeKinds;
export const changeKindNames = Object.keys(changeKinds) as [ChangeKind, ...ChangeKind[]];
