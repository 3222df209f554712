import { expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import {
  addressOptions,
  chooseAddedAddress,
  emptyEngagement,
  engagementErrors,
  yardOptions,
} from './engagement-form.ts';

function address(id: string, primaryAddress: boolean): Address {
  const place = { city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' };
  return { id, profileId: 'p', label: id, streetAddress1: '7 Elm St', ...place, primaryAddress, version: 1 };
}

test('the primary address is offered first, the others by label', () => {
  const options = addressOptions([address('Cabin', false), address('Home', true), address('Office', false)]);
  expect(options.map(({ label }) => label)).toEqual(['Home', 'Cabin', 'Office']);
});

const far: Address = { ...address('Villa', true), city: 'Beverly Hills', state: 'CA', zipCode: '90210' };

test('a yard that we do not come to is shown and cannot be chosen, nor is it when it was just added', () => {
  const [villa, home] = yardOptions([far, address('Home', false)]);
  expect([villa?.isDisabled, home?.isDisabled]).toEqual([true, undefined]);
  expect(villa?.description).toMatch(/we do not come here yet$/);

  const told: string[] = [];
  const form = {
    setFieldValue: (field: string, id: string) => told.push(`${field} is ${id}`),
    setFieldError: (_: string, message: string) => told.push(message),
    clearFieldError: () => undefined,
  };
  chooseAddedAddress(form, 'serviceAddressId', far);
  chooseAddedAddress(form, 'billingAddressId', far);
  chooseAddedAddress(form, 'serviceAddressId', address('Home', false));
  expect(told).toEqual([
    'We do not come to Beverly Hills, CA 90210 yet. We serve Northwest Arkansas.',
    'billingAddressId is Villa',
    'serviceAddressId is Home',
  ]);
});

test('the primary address is chosen already, as a yard only if we come there', () => {
  const home = address('Home', true);
  expect(emptyEngagement([], [address('Cabin', false), home])).toMatchObject({
    serviceAddressId: 'Home',
    billingAddressId: 'Home',
  });
  expect(emptyEngagement([], [far])).toMatchObject({ serviceAddressId: '', billingAddressId: 'Villa' });
  expect(emptyEngagement([], [address('Cabin', false)])).toMatchObject({ serviceAddressId: '', billingAddressId: '' });
});

test('a start in the past is told at its field, beside what else is missing', () => {
  const values = emptyEngagement([], []);
  const startDay = { year: 2026, month: 11, day: 21 };
  const wrong = { ...values, scheduleTemplate: { ...values.scheduleTemplate, startDay } };
  expect(engagementErrors(wrong, { ...startDay, day: 22 })).toMatchObject({
    'scheduleTemplate.startDay': 'Start date cannot be in the past.',
    serviceAddressId: 'Service address is required',
  });
  expect(engagementErrors(wrong, startDay)['scheduleTemplate.startDay']).toBeUndefined();
});

test('only a product that is the only one is chosen already', () => {
  expect(emptyEngagement([{ id: 'one' }], []).productId).toBe('one');
  expect(emptyEngagement([{ id: 'one' }, { id: 'two' }], []).productId).toBe('');
  expect(emptyEngagement([], []).productId).toBe('');
});
