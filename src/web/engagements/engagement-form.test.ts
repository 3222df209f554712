import { expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { addressOptions, emptyEngagement } from './engagement-form.ts';

function address(id: string, primaryAddress: boolean): Address {
  const place = { city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' };
  return { id, profileId: 'p', label: id, streetAddress1: '7 Elm St', ...place, primaryAddress, version: 1 };
}

test('the primary address is offered first, the others by label', () => {
  const options = addressOptions([address('Cabin', false), address('Home', true), address('Office', false)]);
  expect(options.map(({ label }) => label)).toEqual(['Home', 'Cabin', 'Office']);
});

test('only a product that is the only one is chosen already', () => {
  expect(emptyEngagement([{ id: 'one' }]).productId).toBe('one');
  expect(emptyEngagement([{ id: 'one' }, { id: 'two' }]).productId).toBe('');
  expect(emptyEngagement([]).productId).toBe('');
});
