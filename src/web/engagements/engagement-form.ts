import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form';
import type { Address } from '#contract/addresses.ts';
import { NewEngagement } from '#contract/engagements.ts';
import { type CalendarDay, plainDate } from '#domain/calendar.ts';
import { type Period, pickable, type YardSize, yardSizes } from '#domain/enums.ts';
import { enumLabel, yardSizeLabels } from '#domain/labels.ts';
import { intervals, offeredPeriods, startDayProblem } from '#domain/schedule-rules.ts';
import { whyNoService } from '#domain/service-area.ts';
import type { SelectOption } from '#web/ui/select.tsx';
import { serviceArea } from '#web/ui/service-area.ts';

type KnownYardSize = Exclude<YardSize, 'YARD_SIZE_UNKNOWN'>;
type KnownPeriod = Exclude<Period, 'PERIOD_UNKNOWN'>;

/** The values of the new-engagement form; '' and undefined mean that nothing is chosen yet. */
export type EngagementValues = {
  productId: string;
  serviceAddressId: string;
  yardSize: KnownYardSize | '';
  scheduleTemplate: {
    period: KnownPeriod;
    frequency: number | undefined;
    interval: number;
    startDay: CalendarDay | undefined;
    isPinned: boolean;
  };
  stripePaymentMethodId: string;
  billingAddressId: string;
  couponName: string;
};
export type EngagementForm = UseFormReturnType<EngagementValues>;

/** The part of it that says what is done, and how often. */
export type ServiceValues = Pick<EngagementValues, 'productId' | 'yardSize' | 'scheduleTemplate' | 'couponName'>;
export type ServiceForm = UseFormReturnType<ServiceValues>;

const checkForm = schemaResolver(NewEngagement, { sync: true });

/** @returns the form's errors by field; the start day is also checked against the business's today */
export const engagementErrors = (values: EngagementValues, today: CalendarDay): FormErrors =>
  withStartDay(checkForm(values), values, today);

/** @returns the errors of a form, with what is wrong with its start day */
export function withStartDay(errors: FormErrors, values: ServiceValues, today: CalendarDay): FormErrors {
  const { startDay } = values.scheduleTemplate;
  const field = 'scheduleTemplate.startDay';
  if (startDay && !errors[field]) {
    const problem = startDayProblem(plainDate(startDay), plainDate(today));
    if (problem) return { ...errors, [field]: problem };
  }
  return errors;
}

/**
 * @returns the form's first values. They choose the only product, if there is one, and the primary address; as a yard
 *   only if it lies in the service area.
 */
export function emptyEngagement(products: readonly { id: string }[], addresses: readonly Address[]): EngagementValues {
  const primary = addresses.find(({ primaryAddress }) => primaryAddress);
  return {
    ...emptyService(products),
    serviceAddressId: primary && !whyNoService(serviceArea(), primary) ? primary.id : '',
    stripePaymentMethodId: '',
    billingAddressId: primary?.id ?? '',
  };
}

export const emptyService = (products: readonly { id: string }[]): ServiceValues => ({
  productId: products.length === 1 ? (products[0]?.id ?? '') : '',
  yardSize: '',
  scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 1, startDay: undefined, isPinned: false },
  couponName: '',
});

export const periodOptions = offeredPeriods.map((value) => ({ value, label: enumLabel(value) }));

export const intervalOptions = intervals.map(({ value, label }) => ({ value: String(value), label }));

export const yardSizeOptions = pickable(yardSizes).map((value) => ({ value, ...yardSizeLabels[value] }));

/** @returns a profile's addresses as options, the primary one first */
export function addressOptions(addresses: readonly Address[]): SelectOption[] {
  const primaryFirst = addresses.toSorted((a, b) => Number(b.primaryAddress) - Number(a.primaryAddress));
  return primaryFirst.map(({ id, label, streetAddress1, city, state, zipCode }) => {
    const town = `${city}, ${state} ${zipCode}`;
    return { value: id, label, description: label === streetAddress1 ? town : `${streetAddress1}, ${town}` };
  });
}

const shortReasons = {
  zipCode: 'we do not come here yet',
  streetAddress1: 'we can’t clean a P.O. box',
  city: 'city and zip code differ',
} as const;

/** @returns the same options for a yard; those where no service can be are disabled */
export function yardOptions(addresses: readonly Address[]): SelectOption[] {
  const reasons = new Map(addresses.map((address) => [address.id, whyNoService(serviceArea(), address)]));
  return addressOptions(addresses).map((option) => {
    const reason = reasons.get(option.value);
    if (!reason) return option;
    return { ...option, description: `${option.description}: ${shortReasons[reason.field]}`, isDisabled: true };
  });
}

type AddressField = 'serviceAddressId' | 'billingAddressId';
/** A form with both address fields. */
type AddressForm = {
  setFieldValue: (field: AddressField, id: string) => void;
  setFieldError: (field: AddressField, message: string) => void;
  clearFieldError: (field: AddressField) => void;
};

/** Chooses an address that was just added. If no service can be there, the field says so instead. */
export function chooseAddedAddress(form: AddressForm, field: AddressField, address: Address): void {
  const reason = field === 'serviceAddressId' ? whyNoService(serviceArea(), address) : undefined;
  if (reason) {
    form.setFieldError(field, reason.message);
    return;
  }
  form.setFieldValue(field, address.id);
  form.clearFieldError(field);
}
