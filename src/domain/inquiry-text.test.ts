import { expect, test } from 'vitest';
import { inquirySections, inquirySubject, spreadsheetLine } from './inquiry-text.ts';

const answers = {
  personal: {
    firstName: 'Ada',
    lastName: 'Lovelace\nBcc: all@example.com',
    email: 'ada@example.com',
    phone: '+14795550123',
    streetAddress1: '1 Main St, Unit 2',
    city: 'bella-vista',
    zipPostal: 2714,
    referral: '=HYPERLINK("http://evil.example")',
  },
  yard: { details: 'White gate' },
  pets: [
    { breed: 'Beagle', count: 1 },
    { breed: 'Boxer', count: 8, details: 'Shy' },
  ],
  schedule: { frequency: 'twice-a-week' as const },
  notification: { communicationPreference: 'text-email' as const },
};

test('the subject names the visitor, in one line whatever was typed', () => {
  expect(inquirySubject(answers)).toBe('Sign Up Request [Ada Lovelace Bcc: all@example.com]');
});

test('the sections are those of the form, with its words and a zip code of five digits', () => {
  const sections = inquirySections(answers, { city: 'Bella Vista', state: 'Arkansas' });
  expect(sections.map(({ title }) => title)).toEqual([
    'Personal Information',
    'Notification',
    'Yard Information',
    'Pet 1',
    'Pet 2',
    'Schedule Preference',
    'Spreadsheet',
  ]);
  const rows = sections.flatMap((section) => section.rows);
  expect(rows).toContainEqual(['City', 'Bella Vista']);
  expect(rows).toContainEqual(['Phone', '(479) 555-0123']);
  expect(rows).toContainEqual(['Zip/Postal', '02714']);
  expect(rows).toContainEqual(['Communication preference', 'Text and Email']);
  expect(rows).toContainEqual(['Frequency', 'Twice a week']);
});

test('the spreadsheet line quotes every value, keeps to one line and runs no formula', () => {
  expect(spreadsheetLine(['plain', 'a,b', 'say "hi"', 'two\r\nlines', '=1+1', '-3', ' @x', ''])).toBe(
    `"plain","a,b","say ""hi""","two lines","'=1+1","'-3","'@x",""`,
  );
  expect(spreadsheetLine(['Gate\t=1+1', '\t=1', '\v@x', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\u200b=1'])).toBe(
    `"Gate =1+1","'=1","'@x","'＝1+1","'＋1","'－1","'＠SUM(A1)","'\u200b=1"`,
  );
  expect(inquirySections(answers, { city: 'Bella Vista', state: 'Arkansas' }).at(-1)?.rows[0]?.[1]).toContain(
    `"'=HYPERLINK(""http://evil.example"")"`,
  );
});
