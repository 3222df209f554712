import { expect, test } from 'vitest';
import { methodOptions, savedPaymentMethods } from './saved-payment-methods.ts';

const none = {
  creditCardPaymentMethods: [],
  usBankPaymentMethods: [],
  cashAppPaymentMethods: [],
  payPalPaymentMethods: [],
  linkPaymentMethods: [],
};

test('who saved nothing has no groups', () => {
  expect(savedPaymentMethods(none)).toEqual([]);
});

test('each kind has its group and its own name', () => {
  const savedAt = '2026-11-02T15:00:00Z';
  const groups = savedPaymentMethods({
    creditCardPaymentMethods: [
      {
        id: 'pm_1',
        card: { brand: 'CARD_BRAND_VISA', last4: '4242', expMonth: 4, expYear: 2031 },
        wallet: 'apple_pay',
        savedAt,
      },
      {
        id: 'pm_2',
        card: { brand: 'CARD_BRAND_UNKNOWN', last4: '0005', expMonth: 1, expYear: 2030 },
        wallet: null,
        savedAt,
      },
    ],
    usBankPaymentMethods: [{ id: 'pm_3', bankName: 'Arvest', last4: '6789' }],
    cashAppPaymentMethods: [{ id: 'pm_4', tag: '$ada' }],
    payPalPaymentMethods: [{ id: 'pm_5', email: 'ada@example.com' }],
    linkPaymentMethods: [],
  });
  expect(groups).toEqual([
    {
      title: 'Credit Cards',
      methods: [
        { id: 'pm_1', name: 'Visa (4242)', expiration: { expMonth: 4, expYear: 2031 }, savedAt, wallet: 'Apple Pay' },
        { id: 'pm_2', name: 'Card (0005)', expiration: { expMonth: 1, expYear: 2030 }, savedAt },
      ],
    },
    { title: 'US Bank Accounts', methods: [{ id: 'pm_3', name: 'Arvest (6789)' }] },
    { title: 'Cash App', methods: [{ id: 'pm_4', name: '$ada' }] },
    { title: 'PayPal', methods: [{ id: 'pm_5', name: 'ada@example.com' }] },
  ]);
});

test('cards that are called alike are told apart by a number, and when they expire and were saved', () => {
  const visa = (id: string, day: number) => {
    const savedAt = `2026-11-0${day}T15:00:00Z`;
    return { id, name: 'Visa (4242)', expiration: { expMonth: 4, expYear: 2031 }, savedAt };
  };
  const other = { id: 'pm_3', name: 'Visa (0341)', expiration: { expMonth: 1, expYear: 2030 } };
  expect(methodOptions([visa('pm_1', 3), visa('pm_2', 2), other])).toEqual([
    { value: 'pm_1', label: 'Visa (4242) #2', description: expect.stringMatching(/^Expires 04\/2031, saved .*Nov 3/) },
    { value: 'pm_2', label: 'Visa (4242) #1', description: expect.stringMatching(/^Expires 04\/2031, saved .*Nov 2/) },
    { value: 'pm_3', label: 'Visa (0341)' },
  ]);
});
