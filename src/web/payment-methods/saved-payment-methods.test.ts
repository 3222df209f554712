import { expect, test } from 'vitest';
import {
  methodNames,
  methodOptions,
  paidWith,
  paymentMethodOptions,
  savedMethodOptions,
  savedPaymentMethods,
} from './saved-payment-methods.ts';

const none = {
  creditCardPaymentMethods: [],
  usBankPaymentMethods: [],
  cashAppPaymentMethods: [],
  payPalPaymentMethods: [],
  linkPaymentMethods: [],
  unusableIds: [],
  allowedAgainIds: [],
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
    unusableIds: [],
    allowedAgainIds: [],
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

test('what is saved and cannot be used anymore keeps its name, and is not called gone', () => {
  const card = (id: string, last4: string) => ({
    id,
    card: { brand: 'CARD_BRAND_VISA', last4, expMonth: 4, expYear: 2031 } as const,
    wallet: null,
    savedAt: '2026-11-02T15:00:00Z',
  });
  const saved = {
    ...none,
    creditCardPaymentMethods: [card('pm_1', '4242'), card('pm_2', '0259')],
    unusableIds: ['pm_2'],
  };
  expect(paymentMethodOptions(saved)).toEqual([{ value: 'pm_1', label: 'Visa (4242)' }]);
  expect(savedMethodOptions(saved)[1]).toEqual({
    value: 'pm_2',
    label: 'Visa (0259): can’t be used anymore',
    isDisabled: true,
  });
  expect(methodNames(saved).get('pm_2')).toBe('Visa (0259)');
  expect(['pm_1', 'pm_2', 'pm_3'].map((id) => paidWith(saved, id))).toEqual([
    'Visa (4242)',
    'Visa (0259): can’t be used anymore. Please choose another.',
    'No longer saved. Please choose another.',
  ]);
});
