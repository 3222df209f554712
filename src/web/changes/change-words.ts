import type { Change } from '#contract/changes.ts';
import { type ChangeKind, changeKinds } from '#domain/changes.ts';
import { valueLabel } from './change-fields.ts';

export const kindLabels: Record<ChangeKind, string> = {
  'role-changed': 'Role changed',
  'employee-joined': 'Employee joined',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'factors-taken': 'Second factors taken away',
  'recovery-codes-made': 'Recovery codes made',
  'account-closed': 'Account closed',
  'account-reopened': 'Account reopened',
  'worker-approved': 'Worker approved',
  'worker-refused': 'Worker refused',
  'profile-changed': 'Profile changed by staff',
  'address-added': 'Address added by staff',
  'address-changed': 'Address changed by staff',
  'address-archived': 'Address archived by staff',
  'note-written': 'Note written',
  'note-changed': 'Note changed',
  'note-deleted': 'Note deleted',
  'data-exported': 'Data exported',
  'data-erased': 'Data erased',
  'join-code-issued': 'Join code issued',
  'join-code-revoked': 'Join code revoked',
  'service-asked': 'Service asked for',
  'status-changed': 'Status of a service',
  'service-changed': 'Service changed',
  'worker-lost': 'Worker lost',
  'price-agreed': 'Price agreed to',
  'visit-skipped': 'Visit taken off',
  'skip-undone': 'Visit put back',
  'visit-moved': 'Visit moved',
  'worker-assigned': 'Worker or weekdays changed',
  'hold-made': 'Visits held',
  'hold-ended': 'Visits go on',
  'rhythm-asked': 'Another rhythm asked for',
  'rhythm-withdrawn': 'Another rhythm taken back',
  'rhythm-accepted': 'Another rhythm accepted',
  'missed-visit-seen': 'Missed visit seen',
  'visit-finished': 'Visit finished',
  refund: 'Refund',
  'write-off': 'Bill written off',
  'try-again': 'Bill tried again',
  'move-card': 'Bill tried with another card',
  'stop-waiting': 'Confirmation stopped',
  'not-billed': 'Visit not billed',
  credit: 'Credit given',
  'credit-paid-out': 'Credit paid out',
  'credit-taken-back': 'Credit taken back',
  'dispute-written-off': 'Lost dispute written off',
  'dispute-paid': 'Lost dispute paid another way',
  'dispute-ended': 'Service ended after a lost dispute',
  'method-allowed': 'Payment method allowed again',
  'top-up-sent-again': 'Top-up sent again',
  'payout-seen': 'Failed payout seen',
  'finding-seen': 'Finding seen',
  'message-sent-again': 'Message sent again',
  'message-dropped': 'Message dropped',
  'text-answered': 'Text answered',
  'person-written': 'Message sent',
  'texts-ended': 'Texts to a number ended',
  'email-broken': 'Email address marked as not working',
  'email-works': 'Email address marked as working',
  'email-changed': 'Email address changed',
  'email-change-stopped': 'Change of email address stopped',
  'sender-ended': 'Texts to who had texted ended',
  'inquiry-answered': 'Inquiry answered',
  'inquiry-reopened': 'Inquiry reopened',
  'inquiry-lost': 'Inquiry lost',
  'inquiry-joined': 'Inquiry linked to customer',
  'inquiry-separated': 'Inquiry unlinked from customer',
  'inquiry-erased': 'Inquiry erased',
  'order-made': 'Order made',
  'order-sent': 'Link of an order sent again',
  'order-taken-back': 'Order taken back',
  'order-accepted': 'Order accepted',
  'order-erased': 'Order erased',
  'product-created': 'Product added',
  'product-changed': 'Product changed',
  'product-archived': 'Product archived',
  'product-restored': 'Product restored',
  'coupon-created': 'Coupon added',
  'coupon-changed': 'Coupon renamed',
  'coupon-deleted': 'Coupon deleted',
  'settings-changed': 'Settings changed',
  'settings-taken-back': 'Settings taken back',
  'holiday-set': 'Day off set',
  'holiday-taken-back': 'Day off taken back',
  'days-off-declined': 'Days off declined',
  'money-let-go-on': 'Money goes on after a restore',
};

/** What the sentences are made of. */
type Facts = {
  /** Whom it is about; 'somebody' when that is not known any more. */
  person: string;
  /** The service, with its customer unless that is who did it. */
  service: string;
  bill: string;
  name: string;
  day: string;
  amount: string;
  /** A field's value, in words. */
  from: (field: string) => string;
  to: (field: string) => string;
  isSeen: boolean;
};

const tickedOff = (isSeen: boolean, what: string) => (isSeen ? `ticked off ${what}` : `put ${what} back on the desk`);

/** What follows the name of who did it. */
const deeds: Record<ChangeKind, (facts: Facts) => string> = {
  'role-changed': ({ person, from, to }) => `changed the role of ${person} from ${from('role')} to ${to('role')}`,
  'employee-joined': ({ to }) => `joined the staff as ${to('role')}`,
  'factor-added': ({ to }) => `added a ${to('factor')} to sign in with`,
  'factor-removed': ({ to }) => `removed a ${to('factor')} to sign in with`,
  'factors-taken': ({ person }) => `took the second factors of ${person} away`,
  'recovery-codes-made': () => 'made new recovery codes',
  'account-closed': ({ person }) => `closed the account of ${person}`,
  'account-reopened': ({ person }) => `reopened the account of ${person}`,
  'worker-approved': ({ person }) => `approved ${person} as a worker`,
  'worker-refused': ({ person, from }) =>
    from('approval') === 'approved' ? `took back the approval of ${person}` : `refused ${person} as a worker`,
  'profile-changed': ({ person }) => `changed the profile of ${person}`,
  'address-added': ({ person }) => `added an address of ${person}`,
  'address-changed': ({ person }) => `changed an address of ${person}`,
  'address-archived': ({ person }) => `archived an address of ${person}`,
  'data-exported': ({ person }) => `exported the data of ${person}`,
  'data-erased': () => 'erased the data of a person',
  'note-written': ({ person }) => `wrote a note of ${person}`,
  'note-changed': ({ person }) => `changed a note of ${person}`,
  'note-deleted': ({ person }) => `deleted a note of ${person}`,
  'join-code-issued': ({ to }) => `issued a join code for the role ${to('role')}`,
  'join-code-revoked': () => 'revoked a join code',
  'service-asked': ({ service, to }) => `asked for ${service} at ${to('baseCost')} a visit`,
  'status-changed': ({ service, from, to }) => `changed ${service} from ${from('status')} to ${to('status')}`,
  'service-changed': ({ service }) => `changed ${service}`,
  'worker-lost': ({ service }) => `took ${service}, which stays paused, from its worker`,
  'price-agreed': ({ service, to }) => `agreed to ${to('agreedBaseCost')} a visit for ${service}`,
  'visit-skipped': ({ service, day }) => `took the visit of ${day} off ${service}`,
  'skip-undone': ({ service, day }) => `put the visit of ${day} back into ${service}`,
  'visit-moved': ({ service }) => `moved a visit of ${service}`,
  'hold-made': ({ service }) => `wants no visits of ${service} for some days`,
  'hold-ended': ({ service }) => `ended the days without visits of ${service}`,
  'rhythm-asked': ({ service }) => `asked for another rhythm of ${service}`,
  'rhythm-withdrawn': ({ service }) => `took the wish for another rhythm of ${service} back`,
  'rhythm-accepted': ({ service }) => `accepted another rhythm of ${service}`,
  'worker-assigned': ({ service }) => `gave ${service} a worker or weekdays`,
  'missed-visit-seen': ({ service, day, isSeen }) => tickedOff(isSeen, `the missed visit of ${day} of ${service}`),
  'visit-finished': ({ service, day }) => `finished the visit of ${day} of ${service} for its worker`,
  refund: ({ bill, amount }) => `refunded ${amount} of ${bill}`,
  'write-off': ({ bill, amount }) => `wrote off ${bill}: ${amount}`,
  'try-again': ({ bill, amount }) => `tried to collect ${bill} again: ${amount}`,
  'move-card': ({ bill, amount }) => `tried to collect ${bill} with another card: ${amount}`,
  'stop-waiting': ({ bill, amount }) => `stopped waiting for the confirmation of ${bill}: ${amount}`,
  'not-billed': ({ service, amount }) => `took a visit of ${service} off the bill: ${amount}`,
  credit: ({ person, amount }) => `gave ${person} ${amount} of credit`,
  'credit-paid-out': ({ person, amount }) => `paid out ${amount} of the credit of ${person}`,
  'credit-taken-back': ({ person, amount }) => `took back ${amount} of the credit of ${person}`,
  'dispute-written-off': ({ bill, amount }) => `wrote off the lost dispute about ${bill}: ${amount}`,
  'dispute-paid': ({ bill, amount }) => `recorded the lost dispute about ${bill} as paid another way: ${amount}`,
  'dispute-ended': ({ bill, amount }) => `ended the service and wrote off the lost dispute about ${bill}: ${amount}`,
  'method-allowed': ({ person }) => `allowed a payment method of ${person} again`,
  'top-up-sent-again': () => 'sent a top-up again',
  'payout-seen': ({ person, isSeen }) => tickedOff(isSeen, `the failed payout of ${person}`),
  'finding-seen': ({ isSeen }) => tickedOff(isSeen, 'a finding'),
  'message-sent-again': () => 'sent an undelivered message again',
  'message-dropped': () => 'dropped an undelivered message',
  'person-written': ({ person }) => `sent a message to ${person}`,
  'text-answered': ({ person }) => `answered a text from ${person}`,
  'texts-ended': ({ person }) => `ended texts to the number of ${person}`,
  'email-broken': ({ person }) => `marked the email address of ${person} as not working`,
  'email-works': ({ person }) => `marked the email address of ${person} as working`,
  'email-changed': ({ person }) => `confirmed the new email address of ${person}`,
  'email-change-stopped': ({ person }) => `stopped the change of email address of ${person}`,
  'sender-ended': ({ person }) => `ended texts to a number that ${person} had texted from`,
  'inquiry-answered': ({ name }) => `marked an inquiry as answered: ${name}`,
  'inquiry-reopened': ({ name }) => `marked an inquiry as open again: ${name}`,
  'inquiry-lost': ({ name, to }) => `marked an inquiry as lost (${to('reason')}): ${name}`,
  'inquiry-joined': ({ name }) => `linked an inquiry to a customer: ${name}`,
  'inquiry-separated': ({ name }) => `unlinked an inquiry from a customer: ${name}`,
  'inquiry-erased': () => 'erased an inquiry',
  'order-erased': () => 'erased an order',
  'order-made': ({ name, to }) => `asked for a service for ${name} at ${to('baseCost')} a visit`,
  'order-sent': ({ name }) => `sent the link of the order for ${name} again`,
  'order-taken-back': ({ name }) => `took back the order for ${name}`,
  'order-accepted': ({ name }) => `accepted the order for ${name}`,
  'product-created': ({ name }) => `added the product ${name}`,
  'product-changed': ({ name }) => `changed the product ${name}`,
  'product-archived': ({ name }) => `archived the product ${name}`,
  'product-restored': ({ name }) => `restored the product ${name}`,
  'coupon-created': ({ name }) => `added the coupon ${name}`,
  'coupon-changed': ({ from, to }) => `renamed the coupon ${from('name')} to ${to('name')}`,
  'coupon-deleted': ({ name }) => `deleted the coupon ${name}`,
  'settings-changed': () => 'changed settings',
  'holiday-set': ({ name, day }) => `made ${day} a day off: ${name}`,
  'holiday-taken-back': ({ name, day }) => `took back the day off on ${day}: ${name}`,
  'days-off-declined': ({ person, day }) => `declined days off for ${person} from ${day}`,
  'settings-taken-back': () => 'took back a change of settings before it counted',
  'money-let-go-on': () => 'let money go on after a restore',
};

/** @returns for example 'Erin Office changed the role of Max Miller from Office to Manager' */
export function sentenceOf({ kind, by, about, subject, fields }: Change): string {
  const person = about?.name ?? 'somebody';
  const ofPerson = about && about.id !== by?.id ? ` of ${about.name}` : '';
  const value = (name: string, side: 'from' | 'to') => {
    const field = fields.find((one) => one.name === name);
    return field ? valueLabel(name, field[side]) : 'unknown';
  };
  const doer = kind === 'email-changed' ? 'The reader of the new address' : 'The system';
  return `${by?.name ?? doer} ${deeds[kind]({
    person,
    service: `${subject.name ?? 'a service'}${ofPerson}`,
    bill: `${subject.name ? `bill ${subject.name}` : 'a bill'}${ofPerson}`,
    // A day off is called in the record itself.
    name: subject.name ?? fields.find(({ name }) => name === 'name')?.to ?? 'gone since',
    day: value('date', 'to'),
    amount: value('amount', 'to'),
    from: (name) => value(name, 'from'),
    to: (name) => value(name, 'to'),
    isSeen: fields.some(({ name, to }) => name === 'isSeen' && to === 'true'),
  })}`;
}

/** @returns the page of what was changed; undefined when there is none */
export function subjectPath({ kind, subject: { pageId, customerId } }: Change): string | undefined {
  const type = changeKinds[kind];
  if (type === 'join-code') return '/team';
  if (type === 'settings') return '/settings';
  if (type === 'text') return '/messages/inbound';
  if (type === 'holiday') return '/calendar/days-off';
  if (type === 'standstill') return '/system';
  if (pageId === null) return undefined;
  switch (type) {
    case 'account':
    case 'note':
      return `/profiles/${pageId}`;
    case 'engagement':
    case 'visit':
      return `/customers/${customerId}/engagements/${pageId}`;
    case 'bill':
      return `/customers/${customerId}/billing/${pageId}`;
    case 'product':
      return `/products/${pageId}`;
    case 'coupon':
      return `/coupons/${pageId}`;
    case 'inquiry':
      return '/inquiries';
    case 'order':
      return `/orders/${pageId}`;
    default:
      return undefined;
  }
}
