import type {
  BillingCycle,
  CardBrand,
  DayOfWeek,
  EngagementStatus,
  NotificationPreference,
  Period,
  ProfileType,
  Term,
  WorkStatus,
  YardSize,
} from './enums.ts';

type EnumValue =
  | BillingCycle
  | CardBrand
  | DayOfWeek
  | EngagementStatus
  | NotificationPreference
  | Period
  | ProfileType
  | Term
  | WorkStatus
  | YardSize;

const prefixes = [
  'PROFILE_TYPE_',
  'NOTIFICATION_PREFERENCE_',
  'DAY_OF_WEEK_',
  'ENGAGEMENT_STATUS_',
  'BILLING_CYCLE_',
  'CARD_BRAND_',
  'WORK_STATUS_',
  'YARD_SIZE_',
  'PERIOD_',
  'TERM_',
];

/**
 * @param value for example 'NOTIFICATION_PREFERENCE_EMAIL_TEXT'
 * @returns the words that people read, for example 'Email Text'
 */
export function enumLabel(value: EnumValue): string {
  const prefix = prefixes.find((candidate) => value.startsWith(candidate)) ?? '';
  return value
    .slice(prefix.length)
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
}

/** @returns a status as it stands in a sentence, for example 'canceled' */
export const statusWord = (status: EngagementStatus): string =>
  enumLabel(status).toLowerCase().replace('cancelled', 'canceled');

export function productName({ product }: { product: { name: string } }): string {
  return product.name || 'Unknown Product';
}

/** The yard sizes as the engagement form words them. */
export const yardSizeLabels = {
  YARD_SIZE_STANDARD: { label: '< 2000 sq ft', description: 'Standard yard size.' },
  YARD_SIZE_LARGE: { label: '> 2000 sq ft', description: 'Large yard size.' },
} as const;

/**
 * @param phone as we store it, '+14795550123', or as somebody typed it
 * @returns (xxx) xxx-xxxx for a US number of exactly 10 digits, otherwise unchanged
 */
export function phoneLabel(phone: string): string {
  const match = /^(?:\+1)?(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
}

/** @returns a link that dials the number as it was typed */
export function dialLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/**
 * Not by Intl, as the labels of days are not (calendar.ts).
 * @param digits how many there are behind the point at most
 * @returns for example '1,200' or '0.5'
 */
export function numberLabel(number: number, digits = 0): string {
  const [whole = '', fraction] = String(Number(number.toFixed(digits))).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction ? `${grouped}.${fraction}` : grouped;
}

/**
 * @param cents US cents, rounded to whole ones
 * @returns for example '$15.00'
 */
export function moneyLabel(cents: number): string {
  const amount = Math.round(Math.abs(cents));
  const rest = String(amount % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${numberLabel(Math.trunc(amount / 100))}.${rest}`;
}

/** @returns for example '1 day' or '1,200 days' */
export function countedLabel(count: number, unit: string): string {
  return `${numberLabel(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** @returns a card as people know it, for example 'Visa (4242)' */
export function cardLabel({ brand, last4 }: { brand: CardBrand; last4: string }): string {
  return `${brand === 'CARD_BRAND_UNKNOWN' ? 'Card' : enumLabel(brand)} (${last4})`;
}

/** @returns for example 'Monday, Wednesday and Saturday' */
export function listLabel(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
}

/** A person's name for the business and its workers; others see `displayName`. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** In characters: the name stands in badges, lists and text messages. */
export const longestDisplayName = 50;

/** @returns a person's name for others, for example 'Ada L.' */
export function displayName(firstName: string, lastName: string): string {
  const initial = [...lastName.trim()][0];
  const first = firstName
    .trim()
    .slice(0, longestDisplayName - 5)
    .toWellFormed();
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}
