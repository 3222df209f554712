import * as z from 'zod/mini';
import { agreementMessages } from '#domain/account-rules.ts';
import {
  cleanCity,
  cleanCode,
  cleanEmail,
  cleanLine,
  cleanLines,
  cleanName,
  cleanPhone,
  cleanStreet,
  cleanZip,
} from '#domain/cleaning.ts';
import { daysOfWeek, notificationPreferences, pickable } from '#domain/enums.ts';
import { isEmail } from '#domain/no-email.ts';
import { usStateCodes } from '#domain/us-states.ts';

/** Fields that several calls share, each with the description's own message. */

// For rules without a message of their own, instead of the library's "Invalid input".
z.config({
  localeError: ({ code, expected }) =>
    code === 'invalid_type' && expected === 'int'
      ? 'Please give a whole number.'
      : 'Please check this: it is not what is expected here.',
});

/**
 * How each kind of field is cleaned, before it is judged by anything else: the first check of every text in the contract is one
 * of these, or the text is an id, a moment or a day. A password is what its owner has typed.
 */
export const cleaners = {
  line: z.overwrite<string>(cleanLine),
  lines: z.overwrite<string>(cleanLines),
  name: z.overwrite<string>(cleanName),
  city: z.overwrite<string>(cleanCity),
  street: z.overwrite<string>(cleanStreet),
  code: z.overwrite<string>(cleanCode),
  email: z.overwrite<string>(cleanEmail),
  phone: z.overwrite<string>(cleanPhone),
  zip: z.overwrite<string>(cleanZip),
  /** What programs pass on as they got it. */
  opaque: z.overwrite<string>((text) => text),
  password: z.overwrite<string>((text) => text),
} as const;
type Kind = keyof typeof cleaners;

const notTooLong = (maximum: number) => z.maxLength(maximum, { error: `Please use at most ${maximum} characters.` });
const required = (kind: Kind, message: string, maximum: number) =>
  z
    .string({ error: message })
    .check(cleaners[kind], z.minLength(1, { error: message, abort: true }), notTooLong(maximum));
const optional = (kind: Kind, maximum: number) => z.optional(z.string().check(cleaners[kind], notTooLong(maximum)));

/**
 * A required text of several lines.
 * @param message the error when it is missing
 * @param maximum in characters
 */
export const longText = (message: string, maximum: number) => required('lines', message, maximum);

/** A required text of one line, because it stands in subjects, labels and text messages. */
export const requiredText = (message: string, maximum = 200) => required('line', message, maximum);

/** An optional text of several lines. */
export const optionalLongText = (maximum: number) => optional('lines', maximum);

/** An optional text of one line. */
export const optionalText = (maximum = 200) => optional('line', maximum);

/** The name of a person. */
export const nameField = (message: string, maximum = 200) => required('name', message, maximum);

/** Letters and digits of the keyboard, such as the name of a coupon. */
export const codeField = (message: string, maximum = 200) => required('code', message, maximum);
export const optionalCode = (maximum = 200) => optional('code', maximum);

/** What a program has made and gets back unchanged, such as the token of a link. */
export const opaque = (pattern: RegExp, message?: string) =>
  z.string({ error: message }).check(cleaners.opaque, z.regex(pattern, { error: message }));

/** An email address as it was typed, for who compares it with one that is kept. */
export const emailText = (message: string) => required('email', message, 320);

/** A phone number as it was typed, for who reads it: `phone.ts`. */
export const phoneText = (message: string) => required('phone', message, 40);

/**
 * An id. It becomes lower case, in which we store and compare ids: UUIDs ignore case (RFC 9562, section 4).
 * @param message the error for anything else
 */
export const idField = (message: string) => z.uuid({ error: message }).check(z.toLowerCase());
export const Id = idField('This is not an id.');
export const idPattern = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
export const Instant = z.iso.datetime({ offset: true });

/** The version that an update changes, within the range of Postgres's integer. */
export const versionField = z.int32('This is not a version.');

export const defaultRequired = 'This field is required.';
/** The description's own words for radios, which end without a full stop. */
export const radioRequired = 'This field is required';

/** A whole number of at most four digits as a query carries it. */
export const wholeNumberText = (minimum: number, maximum: number, message: string) =>
  z.pipe(
    opaque(/^\d{1,4}$/, message),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(minimum, { error: message }), z.maximum(maximum, { error: message })),
    ),
  );

export const emailMessage = 'Invalid email address';
/** An address that takes email: a dot-atom of RFC 5321 with at most 64 characters, at a domain with a dot in it, whose end is no number. */
export const emailPattern =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/;
/** @param message the error when it is missing */
const emailOrStandIn = (message: string) =>
  required('email', message, 254).check(z.regex(emailPattern, { error: emailMessage }));
/** The email of an account, which may be the stand-in of one without an address (`noEmail`). */
export const EmailOfAccount = emailOrStandIn(defaultRequired);
/** @param message the error when it is missing */
export const emailField = (message: string) =>
  emailOrStandIn(message).check(z.refine(isEmail, { error: emailMessage }));
export const Email = emailField(defaultRequired);

export const CalendarDay = z.object({ year: z.int(), month: z.int(), day: z.int() });

/** @param message the error when the day is missing */
export const calendarDayField = (message: string) =>
  z.object({ year: z.int(message), month: z.int(message), day: z.int(message) }, { error: message }).check(
    z.refine(
      ({ year, month, day }) => {
        if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1) return false;
        // The day before the first of the next month; Date.UTC counts months from 0.
        return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
      },
      { error: 'Please give a real date.' },
    ),
  );

export const DayOfWeek = z.enum(daysOfWeek);
export const WeekDay = z.enum(pickable(daysOfWeek), { error: 'Please pick a weekday.' });

export const NotificationPreferenceField = z.enum(pickable(notificationPreferences), {
  error: 'Notification preference is required.',
});

/** @param message the error when it is missing */
export const streetField = (message: string) => required('street', message, 200);
export const optionalStreet = optional('street', 200);
export const optionalCity = optional('city', 200);

export const zipField = required('zip', 'Zip Code is required.', 10).check(
  z.regex(/^\d{5}(-\d{4})?$/, { error: 'Please give a zip code of five digits.' }),
);

export const addressFields = {
  streetAddress1: streetField('Address is required'),
  streetAddress2: optionalStreet,
  city: required('city', 'City is required', 200),
  state: z.enum(usStateCodes, {
    error: ({ input }) => (input ? 'Please give a state as two capital letters, such as AR.' : 'State is required.'),
  }),
  zipCode: zipField,
};

/** The three agreements, each of which must be given. */
export const Legal = z.object({
  agreedToPrivacyPolicy: z.literal(true, { error: agreementMessages.agreedToPrivacyPolicy }),
  agreedToTermsOfService: z.literal(true, { error: agreementMessages.agreedToTermsOfService }),
  agreedToDisclaimer: z.literal(true, { error: agreementMessages.agreedToDisclaimer }),
});
