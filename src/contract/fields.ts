import * as z from 'zod/mini';
import { agreementMessages } from '#domain/account-rules.ts';
import { daysOfWeek, notificationPreferences, pickable } from '#domain/enums.ts';
import { usStateCodes } from '#domain/us-states.ts';

/** Fields that several calls share, each with the description's own message. */

// For rules without a message of their own, instead of the library's "Invalid input".
z.config({
  localeError: ({ code, expected }) =>
    code === 'invalid_type' && expected === 'int'
      ? 'Please give a whole number.'
      : 'Please check this: it is not what is expected here.',
});

// People type no control characters, and Postgres cannot store U+0000. Those that turn the direction of writing would turn all that follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern refuses them
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
const plain = z.refine<string>((value) => !controlCharacters.test(value), {
  error: 'Please remove the control characters.',
});
const oneLine = z.refine<string>((value) => !/[\n\r\u2028\u2029]/.test(value), { error: 'Please use a single line.' });
const notTooLong = (maximum: number) => z.maxLength(maximum, { error: `Please use at most ${maximum} characters.` });

/**
 * A required text of several lines, trimmed.
 * @param message the error when it is missing
 * @param maximum in characters
 */
export const longText = (message: string, maximum: number) =>
  z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, { error: message, abort: true }), notTooLong(maximum), plain);

/** A required text of one line, because it stands in subjects, labels and text messages. */
export const requiredText = (message: string, maximum = 200) => longText(message, maximum).check(oneLine);

/** An optional text of several lines. */
export const optionalLongText = (maximum: number) => z.optional(z.string().check(z.trim(), notTooLong(maximum), plain));

/** An optional text of one line. */
export const optionalText = (maximum = 200) =>
  z.optional(z.string().check(z.trim(), notTooLong(maximum), plain, oneLine));

/**
 * An id. It becomes lower case, in which we store and compare ids: UUIDs ignore case (RFC 9562, section 4).
 * @param message the error for anything else
 */
export const idField = (message: string) => z.uuid({ error: message }).check(z.toLowerCase());
export const Id = idField('This is not an id.');
export const idPattern = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
export const Instant = z.iso.datetime({ offset: true });

/** The version that an update changes, within the range of Postgres's integer. */
const notAVersion = 'This is not a version.';
export const versionField = z.int(notAVersion).check(z.maximum(2_147_483_647, { error: notAVersion }));

export const defaultRequired = 'This field is required.';
/** The description's own words for radios, which end without a full stop. */
export const radioRequired = 'This field is required';

/** A whole number of at most four digits as a query carries it. */
export const wholeNumberText = (minimum: number, maximum: number, message: string) =>
  z.pipe(
    z.string({ error: message }).check(z.regex(/^\d{1,4}$/, { error: message })),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(minimum, { error: message }), z.maximum(maximum, { error: message })),
    ),
  );

const emailMessage = 'Invalid email address';
/** The HTML standard's pattern for `<input type="email">`, the only check that the description asks for. */
export const emailPattern = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$/;
export const Email = requiredText(defaultRequired, 254).check(z.regex(emailPattern, { error: emailMessage }));

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

export const addressFields = {
  streetAddress1: requiredText('Address is required'),
  streetAddress2: optionalText(),
  city: requiredText('City is required'),
  state: z.enum(usStateCodes, { error: 'State is required.' }),
  zipCode: requiredText('Zip Code is required.', 10).check(
    z.regex(/^\d{5}(-\d{4})?$/, { error: 'Please give a zip code of five digits.' }),
  ),
};

/** The three agreements, each of which must be given. */
export const Legal = z.object({
  agreedToPrivacyPolicy: z.literal(true, { error: agreementMessages.agreedToPrivacyPolicy }),
  agreedToTermsOfService: z.literal(true, { error: agreementMessages.agreedToTermsOfService }),
  agreedToDisclaimer: z.literal(true, { error: agreementMessages.agreedToDisclaimer }),
});
