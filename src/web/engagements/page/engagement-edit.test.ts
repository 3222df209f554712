import { expect, test } from 'vitest';
import { type EditValues, editDifferences, mergeEdit } from './engagement-edit.ts';

const base: EditValues = {
  serviceAddressId: 'home',
  yardSize: 'YARD_SIZE_STANDARD',
  stripePaymentMethodId: 'pm_visa',
  billingAddressId: 'home',
};
const names = {
  addresses: [
    { value: 'home', label: 'Home' },
    { value: 'cabin', label: 'Cabin' },
  ],
  paymentMethods: [{ value: 'pm_visa', label: 'Visa (4242)' }],
};
const chosen: EditValues = { ...base, billingAddressId: 'cabin' };

test('what somebody else changed is told by its name', () => {
  expect(editDifferences(base, base, chosen, names)).toEqual([]);
  const saved: EditValues = { ...base, yardSize: 'YARD_SIZE_LARGE', stripePaymentMethodId: 'pm_gone' };
  expect(editDifferences(base, saved, chosen, names)).toEqual([
    ['Yard Size', '> 2000 sq ft'],
    ['Payment Method', 'Another one'],
  ]);
});

test('where both made the same choice there is nothing to tell', () => {
  expect(editDifferences(base, chosen, chosen, names)).toEqual([]);
});

test('keeping what is chosen here does not undo what somebody else changed elsewhere in the form', () => {
  const saved: EditValues = { ...base, stripePaymentMethodId: 'pm_new', serviceAddressId: 'cabin' };
  expect(mergeEdit(base, saved, chosen)).toEqual({ ...saved, billingAddressId: 'cabin' });
});
