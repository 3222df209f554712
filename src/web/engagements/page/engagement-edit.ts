import * as z from 'zod/mini';
import { type Engagement, NewEngagement } from '#contract/engagements.ts';
import { yardSizeLabels } from '#domain/labels.ts';
import type { SelectOption } from '#web/ui/select.tsx';
import type { EngagementValues } from '../engagement-form.ts';

/** The fields that may be changed after an engagement is created. */
export const EngagementEdit = z.pick(NewEngagement, {
  serviceAddressId: true,
  yardSize: true,
  stripePaymentMethodId: true,
  billingAddressId: true,
});
export type EditValues = Pick<
  EngagementValues,
  'serviceAddressId' | 'yardSize' | 'stripePaymentMethodId' | 'billingAddressId'
>;

/** @returns the form's first values */
export function editValuesOf(engagement: Engagement): EditValues {
  const { serviceAddress, billingAddress, yardSize, stripePaymentMethodId } = engagement;
  return {
    serviceAddressId: serviceAddress.id,
    yardSize: yardSize === 'YARD_SIZE_UNKNOWN' ? '' : yardSize,
    stripePaymentMethodId: stripePaymentMethodId ?? '',
    billingAddressId: billingAddress?.id ?? '',
  };
}

type Names = { addresses: readonly SelectOption[]; paymentMethods: readonly SelectOption[] };

/** @returns the values that are saved now, with the changes made in the form on top */
export function mergeEdit(base: EditValues, saved: EditValues, chosen: EditValues): EditValues {
  const pick = <Key extends keyof EditValues>(key: Key) => (chosen[key] === base[key] ? saved[key] : chosen[key]);
  return {
    serviceAddressId: pick('serviceAddressId'),
    yardSize: pick('yardSize'),
    stripePaymentMethodId: pick('stripePaymentMethodId'),
    billingAddressId: pick('billingAddressId'),
  };
}

/**
 * Lists what somebody else has changed, and is not the same in the form.
 * @param base what was saved when the form was opened
 * @param saved what is saved now
 * @param chosen what is chosen in the form
 * @returns the names and saved values of the fields, in words
 */
export function editDifferences(
  base: EditValues,
  saved: EditValues,
  chosen: EditValues,
  names: Names,
): [string, string][] {
  const nameOf = (options: readonly SelectOption[], id: string) =>
    options.find(({ value }) => value === id)?.label ?? 'Another one';
  const rows: [keyof EditValues, string, string][] = [
    ['serviceAddressId', 'Service Address', nameOf(names.addresses, saved.serviceAddressId)],
    ['yardSize', 'Yard Size', saved.yardSize ? yardSizeLabels[saved.yardSize].label : ''],
    ['stripePaymentMethodId', 'Payment Method', nameOf(names.paymentMethods, saved.stripePaymentMethodId)],
    ['billingAddressId', 'Billing Address', nameOf(names.addresses, saved.billingAddressId)],
  ];
  return rows
    .filter(([key]) => saved[key] !== base[key] && saved[key] !== chosen[key])
    .map(([, name, value]) => [name, value]);
}
