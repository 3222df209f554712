import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { NewEngagement } from '#contract/engagements.ts';
import type { PaymentMethods } from '#contract/payment-methods.ts';
import type { Product } from '#contract/products.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import type { BaseRates } from '#domain/pricing.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { AddressModal } from '#web/addresses/address-modal.tsx';
import { api } from '#web/api/api.ts';
import { useAddressNotes } from '#web/app/address-notes.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { PaymentMethodModal } from '#web/payment-methods/payment-method-modal.tsx';
import { paymentMethodOptions } from '#web/payment-methods/saved-payment-methods.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import {
  addressOptions,
  chooseAddedAddress,
  type EngagementValues,
  emptyEngagement,
  engagementErrors,
  yardOptions,
} from '../engagement-form.ts';
import { keepPlaceWords } from '../keep-place.tsx';
import { BillingSection, PropertySection, ScheduleSection, ServiceSection } from './engagement-form-sections.tsx';
import { PricePanel } from './price-panel.tsx';
import { useQuote } from './use-quote.ts';

type NewEngagementFormProps = {
  customerId: string;
  products: readonly Product[];
  baseRates: BaseRates;
  /** The business's day. */
  today: CalendarDay;
  addresses: readonly Address[];
  paymentMethods: PaymentMethods;
};
type Adding = 'serviceAddressId' | 'billingAddressId' | 'stripePaymentMethodId';

/** The form with which a customer asks for a service, with the price beside it. Create leads to the new engagement. */
export function NewEngagementForm({ customerId, products, baseRates, today, ...saved }: NewEngagementFormProps) {
  const { addresses, paymentMethods } = saved;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<Adding>();
  const [couponName, setCouponName] = useState('');
  const [create, { isLoading }] = api.useCreateEngagementMutation();
  const form = useForm<EngagementValues>({
    initialValues: emptyEngagement(products, addresses),
    validate: (values) => engagementErrors(values, today),
  });
  const { productId, yardSize, scheduleTemplate, serviceAddressId } = form.values;
  const notes = useAddressNotes(addresses.find(({ id }) => id === serviceAddressId));
  const { quote, couponError, retry } = useQuote({ productId, yardSize, couponName, schedule: scheduleTemplate });

  /** The last request and its id. The same request, sent again after a lost answer, has the same id: one engagement. */
  const asked = useRef({ what: '', engagementId: '' });
  const formProps = useFormSubmit(form, async (values) => {
    if (!(await notes.save())) {
      if (formProps.ref.current) focusFirstInvalid(formProps.ref.current);
      return undefined;
    }
    const wanted = NewEngagement.parse(values);
    const what = JSON.stringify(wanted);
    if (what !== asked.current.what) asked.current = { what, engagementId: crypto.randomUUID() };
    const { data, error } = await create({
      params: { customerProfileId: customerId },
      body: {
        ...wanted,
        engagementId: asked.current.engagementId,
        quotedBaseCost: quote.state === 'ready' ? quote.price.baseCost : undefined,
      },
    });
    if (error) {
      // The price may have changed.
      retry();
      return error;
    }
    dispatch(successAlert('Engagement created. We tell you as soon as a worker accepts it.'));
    navigate(`/customers/${customerId}/engagements/${data.engagement.id}`, { replace: true });
    return undefined;
  });

  const close = () => setAdding(undefined);

  return (
    <>
      <form {...formProps} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="grid gap-6">
          <ServiceSection form={form} products={products} baseRates={baseRates} />
          <PropertySection
            form={form}
            addresses={yardOptions(addresses)}
            notes={notes}
            onNewAddress={() => setAdding('serviceAddressId')}
          />
          <ScheduleSection form={form} today={today}>
            <Checkbox {...keepPlaceWords} {...form.getInputProps('scheduleTemplate.isPinned')} />
          </ScheduleSection>
          <BillingSection
            form={form}
            addresses={addressOptions(addresses)}
            paymentMethods={paymentMethodOptions(paymentMethods)}
            onNewAddress={() => setAdding('billingAddressId')}
            onNewPaymentMethod={() => setAdding('stripePaymentMethodId')}
            couponError={couponError}
            onCouponDone={() => setCouponName(form.getValues().couponName.trim())}
          />
        </div>
        <div className="grid gap-5 lg:sticky lg:top-6">
          <PricePanel
            quote={quote}
            product={products.find(({ id }) => id === productId)}
            schedule={scheduleLabel(scheduleTemplate.frequency ?? 1, scheduleTemplate.interval)}
            onRetry={retry}
          />
          <SteadySubmit>
            <Button
              type="submit"
              size="large"
              isPending={isLoading || notes.isSaving}
              pendingLabel="Creating…"
              className="w-full"
            >
              Create
            </Button>
          </SteadySubmit>
        </div>
      </form>
      {/* Beside the form and not in it, because the submit of a modal's own form must not bubble up to this one. */}
      <AddressModal
        isOpen={adding === 'serviceAddressId'}
        onClose={close}
        profileId={customerId}
        onCreated={(address) => chooseAddedAddress(form, 'serviceAddressId', address)}
      />
      <AddressModal
        isOpen={adding === 'billingAddressId'}
        onClose={close}
        profileId={customerId}
        onCreated={(address) => chooseAddedAddress(form, 'billingAddressId', address)}
      />
      <PaymentMethodModal
        isOpen={adding === 'stripePaymentMethodId'}
        onClose={close}
        onCreated={(id) => {
          form.setFieldValue('stripePaymentMethodId', id);
          form.clearFieldError('stripePaymentMethodId');
        }}
      />
    </>
  );
}
