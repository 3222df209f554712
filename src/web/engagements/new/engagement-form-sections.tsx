import type { ReactNode } from 'react';
import type { Product } from '#contract/products.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import type { BaseRates } from '#domain/pricing.ts';
import { maximumFrequency, minimumFrequency } from '#domain/schedule-rules.ts';
import type { useAddressNotes } from '#web/app/address-notes.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddressNoteFields } from '../address-note-fields.tsx';
import {
  type EngagementForm,
  intervalOptions,
  periodOptions,
  type ServiceForm,
  yardSizeOptions,
} from '../engagement-form.ts';
import { visitPrices } from '../engagement-words.ts';

type ServiceSectionProps = {
  form: ServiceForm;
  products: readonly Product[];
  baseRates: BaseRates;
  /** Takes the place of the products when there are none. */
  empty?: ReactNode;
};

/** Asks for the product, and shows the price of each. */
export function ServiceSection({ form, products, baseRates, empty }: ServiceSectionProps) {
  if (products.length === 0) {
    return (
      <>
        {empty ?? (
          <EmptyState
            title="Nothing to ask for yet"
            text="We do not offer a service right now. Please look in again soon."
          />
        )}
      </>
    );
  }
  return (
    <Card title="Service">
      <RadioCards
        label="What shall we do?"
        isRequired
        options={products.map(({ id, name, description, baseCostMultiplier }) => ({
          value: id,
          label: name,
          description: (
            <>
              {description}
              <span className="mt-1 block font-semibold text-ink">{visitPrices(baseRates, baseCostMultiplier)}</span>
            </>
          ),
        }))}
        {...form.getInputProps('productId')}
      />
    </Card>
  );
}

type PropertySectionProps = {
  form: EngagementForm;
  addresses: readonly SelectOption[];
  /** The notes of the service address. */
  notes: ReturnType<typeof useAddressNotes>;
  onNewAddress: () => void;
};

/** Asks for the yard, its size, and what the worker should know there. */
export function PropertySection({ form, addresses, notes, onNewAddress }: PropertySectionProps) {
  const { serviceAddressId, billingAddressId } = form.values;
  const yard = form.getInputProps('serviceAddressId');
  return (
    <Card title="Property">
      <div className="grid gap-6">
        <Select
          label="Service Address"
          placeholder="Select an address"
          description="The yard that we come to."
          isRequired
          options={addresses}
          action={{ label: 'New address', onAction: onNewAddress }}
          {...yard}
          onChange={(id) => {
            yard.onChange(id);
            if (serviceAddressId && serviceAddressId === billingAddressId) form.setFieldValue('billingAddressId', id);
          }}
        />
        <RadioCards
          label="Yard Size"
          isRequired
          columns={2}
          options={yardSizeOptions}
          {...form.getInputProps('yardSize')}
        />
        {serviceAddressId && <AddressNoteFields notes={notes} />}
      </div>
    </Card>
  );
}

type ScheduleSectionProps = {
  form: ServiceForm;
  /** The business's day, and the first day to choose. */
  today: CalendarDay;
  /** What else is asked. */
  children?: ReactNode;
};

/** Asks how often visits should be, and from when. */
export function ScheduleSection({ form, today, children }: ScheduleSectionProps) {
  const { period } = form.values.scheduleTemplate;
  const interval = form.getInputProps('scheduleTemplate.interval');
  return (
    <Card title="Schedule">
      <div className="grid gap-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <Select
            label="How often?"
            isRequired
            options={periodOptions}
            {...form.getInputProps('scheduleTemplate.period')}
          />
          <NumberField
            label="How many times?"
            isRequired
            minValue={minimumFrequency}
            maxValue={maximumFrequency(period)}
            {...form.getInputProps('scheduleTemplate.frequency')}
          />
        </div>
        <RadioCards
          {...interval}
          label="In which weeks?"
          isRequired
          columns={2}
          options={intervalOptions}
          value={String(form.values.scheduleTemplate.interval)}
          onChange={(value) => interval.onChange(Number(value))}
        />
        <DateField
          label="Start Date"
          description="No visit is made before this day. The worker who accepts picks the weekday."
          isRequired
          minDay={today}
          className="sm:max-w-72"
          {...form.getInputProps('scheduleTemplate.startDay')}
        />
        {children}
      </div>
    </Card>
  );
}

type BillingSectionProps = {
  form: EngagementForm;
  addresses: readonly SelectOption[];
  paymentMethods: readonly SelectOption[];
  onNewAddress: () => void;
  onNewPaymentMethod: () => void;
  couponError: string | undefined;
  /** Called when the person has finished typing the coupon's name. */
  onCouponDone: () => void;
};

/** Asks how the customer pays, and for a coupon. */
export function BillingSection({
  form,
  addresses,
  paymentMethods,
  onNewAddress,
  onNewPaymentMethod,
  couponError,
  onCouponDone,
}: BillingSectionProps) {
  const { serviceAddressId, billingAddressId } = form.values;
  return (
    <Card title="Billing">
      <div className="grid gap-6">
        <Select
          label="Payment Method"
          placeholder="Select a payment method"
          isRequired
          options={paymentMethods}
          action={{ label: 'New payment method', onAction: onNewPaymentMethod }}
          {...form.getInputProps('stripePaymentMethodId')}
        />
        <Select
          label="Billing Address"
          placeholder="Select an address"
          isRequired
          options={addresses}
          action={{ label: 'New address', onAction: onNewAddress }}
          {...form.getInputProps('billingAddressId')}
        />
        {serviceAddressId && (
          <Checkbox
            label="Same as the service address"
            value={serviceAddressId === billingAddressId}
            onChange={(isSame) => {
              form.setFieldValue('billingAddressId', isSame ? serviceAddressId : '');
              form.clearFieldError('billingAddressId');
            }}
          />
        )}
        <CouponField form={form} error={couponError} onDone={onCouponDone} />
      </div>
    </Card>
  );
}

type CouponFieldProps = {
  form: ServiceForm;
  /** Why the coupon was refused. */
  error: string | undefined;
  /** Called when the person has finished typing the coupon's name. */
  onDone: () => void;
};

/** Asks for a coupon. */
export function CouponField({ form, error, onDone }: CouponFieldProps) {
  const coupon = form.getInputProps('couponName');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter in the field from sending the form
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onDone();
      }}
    >
      <TextField
        {...coupon}
        label="Coupon"
        name="couponName"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={40}
        description="If you have one: its name, and the price shows what it takes off."
        error={coupon.error ?? error}
        onBlur={() => {
          coupon.onBlur();
          onDone();
        }}
      />
    </div>
  );
}
