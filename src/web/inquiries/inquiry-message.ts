import type { InquiryData } from '#contract/inquiries.ts';
import { communicationPreferenceLabels, inquiryFrequencyLabels } from '#domain/inquiry-labels.ts';
import { serviceCities } from '#domain/service-area.ts';

type Row = readonly [label: string, value: string];

/** @returns 'Sign Up Request [first last]' */
export function inquirySubject({ personal }: InquiryData): string {
  return `Sign Up Request [${personal.firstName} ${personal.lastName}]`;
}

/** @returns the HTML that tells the business what was filled in, ending in the same values as one spreadsheet line */
export function inquiryMessage(data: InquiryData): string {
  const groups = [
    { title: 'Personal Information', rows: personalRows(data) },
    { title: 'Notification', rows: notificationRows(data) },
    { title: 'Yard Information', rows: yardRows(data) },
    ...petGroups(data),
    { title: 'Schedule Preference', rows: scheduleRows(data) },
  ];
  const body = groups.map(({ title, rows }) => `<h2>${escapeHtml(title)}</h2>\n<ul>${rows.map(rowHtml).join('')}</ul>`);
  const values = groups.flatMap(({ rows }) => rows.map(([, value]) => value));
  return [...body, '<h2>Spreadsheet</h2>', `<pre>${escapeHtml(spreadsheetLine(values))}</pre>`].join('\n');
}

function personalRows({ personal }: InquiryData): Row[] {
  return [
    ['First name', personal.firstName],
    ['Last name', personal.lastName],
    ['Email', personal.email],
    ['Phone', personal.phone],
    ['Street address 1', personal.streetAddress1],
    ['Street address 2', personal.streetAddress2 ?? ''],
    ['City', serviceCities.find(({ id }) => id === personal.city)?.name ?? personal.city],
    ['State/Province', 'Arkansas'],
    ['Country', 'United States'],
    ['Zip/Postal', String(personal.zipPostal)],
    ['Referral', personal.referral],
  ];
}

function notificationRows({ notification }: InquiryData): Row[] {
  return [['Communication preference', communicationPreferenceLabels[notification.communicationPreference]]];
}

function yardRows({ yard }: InquiryData): Row[] {
  return [['Details', yard.details]];
}

function petGroups({ pets }: InquiryData): { title: string; rows: Row[] }[] {
  return pets.map(({ breed, count, details }, index) => ({
    title: `Pet ${index + 1}`,
    rows: [
      ['Breed', breed],
      ['Count', String(count)],
      ['Details', details ?? ''],
    ],
  }));
}

function scheduleRows({ schedule }: InquiryData): Row[] {
  return [['Frequency', inquiryFrequencyLabels[schedule.frequency]]];
}

function rowHtml([label, value]: Row): string {
  return `<li><strong>${escapeHtml(label)}:</strong> ${escapeHtml(value).replace(/\r\n|\r|\n/g, '<br>')}</li>`;
}

/** @returns the text with what HTML would read as markup made harmless */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * One line to paste into a spreadsheet.
 * @param values as they were typed
 * @returns the values between commas, quoted where they need it (RFC 4180); line breaks become spaces, and what a
 *   spreadsheet would run as a formula starts with an apostrophe
 */
export function spreadsheetLine(values: readonly string[]): string {
  return values
    .map((value) => value.replace(/\s*[\r\n]+\s*/g, ' '))
    .map((value) => (/^\s*[=+\-@\t]/.test(value) ? `'${value}` : value))
    .map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',');
}
