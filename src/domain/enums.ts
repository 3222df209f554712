/**
 * The enumerations of the product, as the wire and the database spell them. Each value starts with the name of its
 * enumeration. UNKNOWN stands for a value that a reader does not know; people are never offered it.
 */

export const profileTypes = [
  'PROFILE_TYPE_UNKNOWN',
  'PROFILE_TYPE_CUSTOMER',
  'PROFILE_TYPE_WORKER',
  'PROFILE_TYPE_EMPLOYEE',
] as const;
export type ProfileType = (typeof profileTypes)[number];

export const notificationPreferences = [
  'NOTIFICATION_PREFERENCE_UNKNOWN',
  'NOTIFICATION_PREFERENCE_EMAIL',
  'NOTIFICATION_PREFERENCE_TEXT',
  'NOTIFICATION_PREFERENCE_EMAIL_TEXT',
] as const;
export type NotificationPreference = (typeof notificationPreferences)[number];

export const daysOfWeek = [
  'DAY_OF_WEEK_UNKNOWN',
  'DAY_OF_WEEK_MONDAY',
  'DAY_OF_WEEK_TUESDAY',
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_THURSDAY',
  'DAY_OF_WEEK_FRIDAY',
  'DAY_OF_WEEK_SATURDAY',
  'DAY_OF_WEEK_SUNDAY',
] as const;
export type DayOfWeek = (typeof daysOfWeek)[number];

export const engagementStatuses = [
  'ENGAGEMENT_STATUS_UNKNOWN',
  'ENGAGEMENT_STATUS_PROPOSED',
  'ENGAGEMENT_STATUS_ACCEPTED',
  'ENGAGEMENT_STATUS_RUNNING',
  'ENGAGEMENT_STATUS_COMPLETED',
  'ENGAGEMENT_STATUS_CANCELLED',
  'ENGAGEMENT_STATUS_PAUSED',
] as const;
export type EngagementStatus = (typeof engagementStatuses)[number];

export const billingCycles = [
  'BILLING_CYCLE_UNKNOWN',
  'BILLING_CYCLE_IMMEDIATE',
  'BILLING_CYCLE_DAILY',
  'BILLING_CYCLE_WEEKLY',
  'BILLING_CYCLE_MONTHLY',
  'BILLING_CYCLE_YEARLY',
] as const;
export type BillingCycle = (typeof billingCycles)[number];

export const cardBrands = [
  'CARD_BRAND_UNKNOWN',
  'CARD_BRAND_AMEX',
  'CARD_BRAND_DINERS',
  'CARD_BRAND_DISCOVER',
  'CARD_BRAND_JCB',
  'CARD_BRAND_MASTERCARD',
  'CARD_BRAND_UNIONPAY',
  'CARD_BRAND_VISA',
] as const;
export type CardBrand = (typeof cardBrands)[number];

export const terms = ['TERM_UNKNOWN', 'TERM_FOREVER', 'TERM_ONCE', 'TERM_REPEATING'] as const;
export type Term = (typeof terms)[number];

export const periods = ['PERIOD_UNKNOWN', 'PERIOD_DAILY', 'PERIOD_WEEKLY', 'PERIOD_MONTHLY'] as const;
export type Period = (typeof periods)[number];

export const workStatuses = [
  'WORK_STATUS_UNKNOWN',
  'WORK_STATUS_NOT_STARTED',
  'WORK_STATUS_PENDING',
  'WORK_STATUS_TRAVEL_STARTED',
  'WORK_STATUS_TRAVEL_COMPLETED',
  'WORK_STATUS_WORK_STARTED',
  'WORK_STATUS_WORK_COMPLETED',
] as const;
export type WorkStatus = (typeof workStatuses)[number];

export const yardSizes = ['YARD_SIZE_UNKNOWN', 'YARD_SIZE_STANDARD', 'YARD_SIZE_LARGE'] as const;
export type YardSize = (typeof yardSizes)[number];

/** @returns the members of an enumeration that people may pick, in order: all but UNKNOWN and UNRECOGNIZED */
export function pickable<const Value extends string>(values: readonly Value[]): KnownMember<Value>[] {
  return values.filter((value): value is KnownMember<Value> => !/UNKNOWN|UNRECOGNIZED/.test(value));
}
type KnownMember<Value extends string> = Exclude<Value, `${string}_UNKNOWN` | `${string}UNRECOGNIZED`>;
