import type { InquiryData } from '#contract/inquiries.ts';
import { someAddress } from './factories.ts';
import type { TestWorld } from './world.ts';

/** @returns what a visitor fills in, passing every rule */
export const inquiryData = (personal: Partial<InquiryData['personal']> = {}): InquiryData => ({
  personal: {
    firstName: 'Vera',
    lastName: 'Visitor',
    email: 'vera@example.com',
    phone: '(479) 555-0188',
    streetAddress1: '12 Oak St',
    city: 'bentonville',
    stateProvince: 'AR',
    country: 'US',
    zipPostal: 72712,
    referral: 'A friend',
    ...personal,
  },
  yard: { details: 'Gate on the left' },
  pets: [
    { breed: 'Beagle', count: 2, details: 'Shy' },
    { breed: 'Pug', count: 1 },
  ],
  schedule: { frequency: 'twice-a-week' },
  notification: { communicationPreference: 'text-email' },
});

type Extras = { subject?: string; message?: string; inquiryId?: string; website?: string };

/** @returns the body that sends it */
export const inquiryBody = (data: InquiryData, extras: Extras = {}) => ({
  from: data.personal.email,
  subject: `Sign Up Request [${data.personal.firstName} ${data.personal.lastName}]`,
  message: '<p>As the form has it</p>',
  data,
  ...extras,
});

/** Sends an inquiry from an address that has not called before. */
export const sendInquiry = (test: TestWorld, body: object) =>
  test.call('sendInquiry', { body, address: someAddress() });
