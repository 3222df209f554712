import { expect, test } from 'vitest';
import type { InquiryData } from '#contract/inquiries.ts';
import { inquiryMessage } from './inquiry-message.ts';

const data: InquiryData = {
  personal: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '479-555-0123',
    streetAddress1: '1 Main St, Unit 2',
    streetAddress2: '',
    city: 'bella-vista',
    stateProvince: 'AR',
    country: 'US',
    zipPostal: 72714,
    referral: '=HYPERLINK("http://evil.example")',
  },
  yard: { details: '<script>alert(1)</script>\nthe gate & the "latch"' },
  pets: [
    { breed: "Cirneco dell'Etna", count: 1, details: '' },
    { breed: 'Beagle', count: 8, details: 'Shy' },
  ],
  schedule: { frequency: 'twice-a-week' },
  notification: { communicationPreference: 'text-email' },
};

test('the message lists all that was filled in', () => {
  const message = inquiryMessage(data);
  for (const part of [
    '<strong>City:</strong> Bella Vista',
    '<strong>Zip/Postal:</strong> 72714',
    '<strong>Communication preference:</strong> Text and Email',
    '<h2>Pet 2</h2>',
    '<strong>Count:</strong> 8',
    '<strong>Frequency:</strong> Twice a week',
  ]) {
    expect(message).toContain(part);
  }
});

test('nothing that was typed is markup, neither in the list nor in the spreadsheet line', () => {
  const message = inquiryMessage(data);
  expect(message).not.toContain('<script');
  expect(message.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)).toHaveLength(2);
  expect(message).toContain('<br>the gate &amp; the &quot;latch&quot;');
});
