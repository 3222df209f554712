// What a field of a change is called, and how its values read.
import type { Change } from '#contract/changes.ts';
import { longDayLabel, momentLabel } from '#domain/calendar.ts';
import { type CancelReason, cancelReasonLabels } from '#domain/cancel-reasons.ts';
import type { ChangeKind } from '#domain/changes.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel, moneyLabel, phoneLabel } from '#domain/labels.ts';
import { type LostReason, lostReasonLabels } from '#domain/lost-reasons.ts';
import { type StaffRole, staffRoleLabels } from '#domain/rights.ts';
import { type FactorKind, type FactorLossReason, factorKindLabels, factorLossLabels } from '#domain/second-factors.ts';
import { daysLabel, moneySettings, settingLabels, textSettings } from '#domain/settings.ts';
import { dayOfText } from '#web/app/day-text.ts';

const fieldLabels: Record<string, string> = {
  date: 'Day',
  worker: 'Worker',
  weekDays: 'Weekdays',
  rhythm: 'How often',
  firstDay: 'From',
  lastDay: 'To',
  ...settingLabels,
  savedAt: 'Backup',
  lostPayments: 'Payments that were not known',
  from: 'Counts from',
  cancelReason: 'Why',
  yardSize: 'Yard size',
  baseCost: 'Price of a visit',
  agreedBaseCost: 'Agreed price',
  isPinned: 'Place in the plan is fixed',
  weekOffset: 'Week of the first visit',
  serviceAddressId: 'Service address',
  billingAddressId: 'Billing address',
  stripePaymentMethodId: 'Payment method',
  firstName: 'First name',
  lastName: 'Last name',
  displayName: 'Display name',
  label: 'Label',
  notificationPreference: 'Notification preference',
  streetAddress1: 'Street',
  streetAddress2: 'Second street line',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  gateNotes: 'Gate notes',
  dogNotes: 'Dog notes',
  noAccess: 'No way in',
  noAccessOn: 'No way in on',
  primaryAddress: 'Primary address',
  name: 'Name',
  description: 'Description',
  billingCycle: 'Billing cycle',
  baseCostRetentionPeriod: 'Minutes that a price is held',
  baseCostMultiplier: 'Price multiplier',
  term: 'Term',
  maxRedemptions: 'Most redemptions',
  oncePerCustomer: 'Once for each customer',
  channel: 'Sent by',
  factorLoss: 'Why',
  email: 'Email',
  phone: 'Phone',
  why: 'Why',
  note: 'Note',
  askedEmail: 'Email asked for',
  amountOff: 'Amount off',
  percentOff: 'Percent off',
};

const cents = [...moneySettings, 'baseCost', 'agreedBaseCost', 'amount', 'amountOff'] as readonly string[];

/** What people have typed is shown as it is. */
const typed = ['description', 'worker', 'weekDays', 'rhythm', 'why', 'note', ...textSettings] as readonly string[];
const isTyped = (name: string) => typed.includes(name) || /name|label|notes|s\d$|city|email/i.test(name);

/** @returns how a value of a field reads, such as "Mon, Nov 30, 2026" or "$28.00"; "none" for null */
export function valueLabel(name: string, value: string | null): string {
  if (value === null) return 'none';
  if (isTyped(name)) return value;
  if (name === 'phone') return phoneLabel(value);
  if (cents.includes(name)) return moneyLabel(Number(value));
  if (name === 'textsOnDays') return daysLabel(value).toLowerCase();
  if (name === 'role') return staffRoleLabels[value as StaffRole] ?? value;
  if (name === 'factor') return (factorKindLabels[value as FactorKind] ?? value).toLowerCase();
  if (name === 'factorLoss') return factorLossLabels[value as FactorLossReason] ?? value;
  if (name === 'from' || name === 'savedAt') return momentLabel(value);
  if (name === 'reason') return (lostReasonLabels[value as LostReason] ?? value).toLowerCase();
  if (name === 'cancelReason') return cancelReasonLabels[value as CancelReason] ?? value;
  if (name === 'platformFeePercent') return `${value} %`;
  const day = ['date', 'firstDay', 'lastDay', 'movedTo', 'noAccessOn'].includes(name) ? dayOfText(value) : undefined;
  if (day) return longDayLabel(day);
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no';
  return /^[A-Z]+(_[A-Z]+)+$/.test(value) ? enumLabel(value as EngagementStatus) : value;
}

const kindsWithFields: readonly ChangeKind[] = [
  'factors-taken',
  'note-written',
  'note-changed',
  'status-changed',
  'service-changed',
  'profile-changed',
  'email-changed',
  'email-change-stopped',
  'address-changed',
  'visit-skipped',
  'visit-moved',
  'worker-assigned',
  'hold-made',
  'hold-ended',
  'rhythm-asked',
  'rhythm-accepted',
  'order-sent',
  'product-created',
  'product-changed',
  'coupon-created',
  'settings-changed',
  'settings-taken-back',
  'money-let-go-on',
];

/** @returns what differs, and its sentence does not say */
export function differences({ kind, fields }: Change): { label: string; text: string }[] {
  // The sentence says these.
  const said = kind === 'status-changed' ? 'status' : kind === 'visit-skipped' && 'date';
  const shown = fields.filter(({ name }) => name !== said);
  if (!kindsWithFields.includes(kind)) return [];
  return shown.map(({ name, from, to }) => ({
    label: fieldLabels[name] ?? name,
    text: changeLabel(name, valueLabel(name, from), valueLabel(name, to)),
  }));
}

/** What has no values is not kept: it was an id, or went with the data of a person. */
function changeLabel(name: string, from: string, to: string): string {
  if (from === 'none' && to === 'none') return name === 'why' || name === 'note' ? 'erased' : 'another one';
  if (from === 'none') return to;
  if (name === 'askedEmail' && to === 'none') return from;
  return `from ${from} to ${to}`;
}
