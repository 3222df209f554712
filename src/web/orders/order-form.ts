import { type FormErrors, schemaResolver } from '@mantine/form';
import { defaultRequired, Email } from '#contract/fields.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { type KnownAccount, NewOrder } from '#contract/orders.ts';
import { Phone } from '#contract/phone.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { cleanZip } from '#domain/cleaning.ts';
import { zipCodeOf } from '#domain/inquiry-text.ts';
import { phoneLabel } from '#domain/labels.ts';
import { isEmail } from '#domain/no-email.ts';
import { whyNoService } from '#domain/service-area.ts';
import { type AddressValues, emptyAddress } from '#web/addresses/address-fields.tsx';
import { emptyService, type ServiceValues, withStartDay } from '#web/engagements/engagement-form.ts';
import { serviceArea } from '#web/ui/service-area.ts';

/** The values of the form of a new order; '' means that nothing was typed or chosen. */
export type OrderValues = ServiceValues &
  AddressValues & {
    userId: string;
    firstName: string;
    lastName: string;
    phone: string;
    email: string;
    channel: string;
    textsAgreed: boolean;
    gateNotes: string;
    dogNotes: string;
  };

const nobody = {
  ...{ userId: '', firstName: '', lastName: '', phone: '', email: '', channel: 'text', textsAgreed: false },
  ...{ gateNotes: '', dogNotes: '' },
  ...emptyAddress,
  state: serviceArea().state,
};

/** @returns what the form starts with: the facts of an inquiry or of an account, if there is one */
export function startingOrder(
  products: readonly { id: string }[],
  today: CalendarDay,
  inquiry: Inquiry | undefined,
  account?: KnownAccount,
): OrderValues {
  const values = askedOrder(products, today, inquiry);
  return account ? withAccount(values, account) : values;
}

function askedOrder(
  products: readonly { id: string }[],
  today: CalendarDay,
  inquiry: Inquiry | undefined,
): OrderValues {
  const empty = emptyService(products);
  const service = { ...empty, scheduleTemplate: { ...empty.scheduleTemplate, startDay: today } };
  const data = inquiry?.data;
  if (!data) return { ...nobody, ...service, email: inquiry?.from ?? '' };
  const { personal, yard, pets, schedule, notification } = data;
  const dogs = pets.map(({ breed, count, details }) => [`${count} × ${breed}`, details].filter(Boolean).join(': '));
  return {
    ...nobody,
    ...service,
    firstName: personal.firstName,
    lastName: personal.lastName,
    phone: phoneLabel(personal.phone),
    email: personal.email,
    channel: notification.communicationPreference === 'email' ? 'email' : 'text',
    // The form of the inquiry has said so beside the choice.
    textsAgreed: notification.communicationPreference !== 'email',
    streetAddress1: personal.streetAddress1,
    streetAddress2: personal.streetAddress2 ?? '',
    city: inquiry.cityName ?? '',
    zipCode: zipCodeOf(data),
    gateNotes: yard.details.slice(0, 1000),
    dogNotes: dogs.join('\n').slice(0, 1000),
    scheduleTemplate: { ...service.scheduleTemplate, frequency: schedule.frequency === 'twice-a-week' ? 2 : 1 },
  };
}

/** @returns the form with an account that was found: its person, and its yard unless another one was typed */
export function withAccount(
  values: OrderValues,
  { userId, isUnproved, isConfirmed, name, email, phone, address }: KnownAccount,
): OrderValues {
  const [firstName = '', ...others] = name.split(' ');
  const isEmpty = values.streetAddress1.trim() === '';
  return {
    ...values,
    // The emailed link confirms the address first.
    ...(isUnproved ? { channel: 'email' } : { userId }),
    firstName: values.firstName || firstName,
    lastName: values.lastName || others.join(' '),
    // An order of an account isn't emailed to an address that it has not confirmed.
    email: isEmail(email) && (isConfirmed || isUnproved) ? email : '',
    phone: phoneLabel(phone),
    ...(isEmpty && address
      ? {
          streetAddress1: address.streetAddress1,
          streetAddress2: address.streetAddress2 ?? '',
          city: address.city,
          state: address.state,
          zipCode: address.zipCode,
          gateNotes: address.gateNotes ?? '',
          dogNotes: address.dogNotes ?? '',
        }
      : {}),
  };
}

const checkBody = schemaResolver(NewOrder, { sync: true });

/** @returns the form's errors by field; the start day is also checked against the business's today */
export const orderErrors = (values: OrderValues, today: CalendarDay): FormErrors =>
  withStartDay({ ...missingReach(values), ...outside(values), ...checkBody(toBody(values)) }, values, today);

/** @returns why no service can be at the address, so that it can be said while the customer is on the phone */
function outside({ streetAddress1, city, state, zipCode }: OrderValues): FormErrors {
  const reason = whyNoService(serviceArea(), { streetAddress1, city, state, zipCode: cleanZip(zipCode) });
  return reason ? { [reason.field]: reason.message } : {};
}

/** @returns the error of what the link is sent to, when it is empty; the schema finds it only once all else is typed */
export function missingReach(values: { email: string; phone: string; channel: string }): FormErrors {
  const field = values.channel === 'email' ? 'email' : 'phone';
  return values[field].trim() === '' ? { [field]: defaultRequired } : {};
}

/**
 * @param values without errors
 * @returns what is sent
 * @throws ZodError when the values have errors
 */
export const orderBody = (values: OrderValues): NewOrder => NewOrder.parse(toBody(values));

/** What is empty is left out, and not refused as a bad number or email. */
function toBody({ userId, email, phone, ...values }: OrderValues) {
  return {
    ...values,
    country: 'US',
    userId: userId || undefined,
    email: email.trim() || undefined,
    phone: phone.trim() || undefined,
  };
}

/** @returns the email and phone number in a form, as far as they are whole */
export function wholeReach({ email, phone }: { email: string; phone: string }): { email?: string; phone?: string } {
  const [mail, call] = [Email.safeParse(email), Phone.safeParse(phone)];
  return { ...(mail.success && { email: mail.data }), ...(call.success && { phone: call.data }) };
}
