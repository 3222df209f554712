import { communicationPreferenceLabels, inquiryFrequencyLabels } from './inquiry-labels.ts';
import { fullName, phoneLabel } from './labels.ts';

/** The part of a visitor's form that becomes text. */
type Answers = {
  personal: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
    streetAddress1: string;
    streetAddress2?: string | undefined;
    /** The id of a served city. */
    city: string;
    zipPostal: number;
    referral: string;
  };
  notification: { communicationPreference: keyof typeof communicationPreferenceLabels };
  yard: { details: string };
  pets: readonly { breed: string; count: number; details?: string | undefined }[];
  schedule: { frequency: keyof typeof inquiryFrequencyLabels };
};

type Section = { title: string; rows: readonly (readonly [label: string, value: string])[] };

/** @returns 'Sign Up Request [first last]' */
export function inquirySubject({ personal }: Answers): string {
  return oneLine(`Sign Up Request [${fullName(personal)}]`);
}

/**
 * @param place the names of city and state
 * @returns everything that a visitor filled in, grouped as in the form, and the same values as one spreadsheet line
 */
export function inquirySections(answers: Answers, place: { city: string; state: string }): Section[] {
  const { personal, notification, yard, pets, schedule } = answers;
  const sections: Section[] = [
    {
      title: 'Personal Information',
      rows: [
        ['First name', personal.firstName],
        ['Last name', personal.lastName],
        ['Email', personal.email],
        ['Phone', phoneLabel(personal.phone)],
        ['Street address 1', personal.streetAddress1],
        ['Street address 2', personal.streetAddress2 ?? ''],
        ['City', place.city],
        ['State/Province', place.state],
        ['Country', 'United States'],
        ['Zip/Postal', zipCodeOf(answers)],
        ['Referral', personal.referral],
      ],
    },
    {
      title: 'Notification',
      rows: [['Communication preference', communicationPreferenceLabels[notification.communicationPreference]]],
    },
    { title: 'Yard Information', rows: [['Details', yard.details]] },
    ...pets.map(
      ({ breed, count, details }, index): Section => ({
        title: `Pet ${index + 1}`,
        rows: [
          ['Breed', breed],
          ['Count', String(count)],
          ['Details', details ?? ''],
        ],
      }),
    ),
    { title: 'Schedule Preference', rows: [['Frequency', inquiryFrequencyLabels[schedule.frequency]]] },
  ];
  const values = sections.flatMap(({ rows }) => rows.map(([, value]) => value));
  return [...sections, { title: 'Spreadsheet', rows: [['One line', spreadsheetLine(values)]] }];
}

/** @returns the zip code with its leading zeros, which a number loses */
export function zipCodeOf({ personal }: Pick<Answers, 'personal'>): string {
  return String(personal.zipPostal).padStart(5, '0');
}

/**
 * Writes one line to paste into a spreadsheet. Line breaks and tabs would begin another cell, so they become spaces. A
 * value that a spreadsheet would run as a formula gets a leading apostrophe (OWASP, CSV Injection).
 * @returns the values in quotes between commas (RFC 4180)
 */
export function spreadsheetLine(values: readonly string[]): string {
  return values
    .map((value) => oneLine(value.replaceAll(/[\t\v\f]/g, ' ')))
    .map((value) => (/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(value) ? `'${value}` : value))
    .map((value) => `"${value.replaceAll('"', '""')}"`)
    .join(',');
}

/** @returns the text without anything that ends a line in a mail's header or in a spreadsheet */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' ').trim();
}

/** @returns the digits of a US phone number, without the country's 1 */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}
