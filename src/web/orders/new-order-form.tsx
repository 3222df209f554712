import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Inquiry } from '#contract/inquiries.ts';
import type { KnownAccount } from '#contract/orders.ts';
import type { Product } from '#contract/products.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import type { BaseRates } from '#domain/pricing.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { AddressFields } from '#web/addresses/address-fields.tsx';
import { NoteFields } from '#web/addresses/note-fields.tsx';
import { ZipCheck } from '#web/addresses/zip-check.tsx';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { successAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { yardSizeOptions } from '#web/engagements/engagement-form.ts';
import { CouponField, ScheduleSection, ServiceSection } from '#web/engagements/new/engagement-form-sections.tsx';
import { PricePanel } from '#web/engagements/new/price-panel.tsx';
import { useQuote } from '#web/engagements/new/use-quote.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { KnownAccounts } from './known-accounts.tsx';
import { type OrderValues, orderBody, orderErrors, startingOrder, withAccount } from './order-form.ts';
import { ReachFields } from './reach-fields.tsx';

type NewOrderFormProps = {
  products: readonly Product[];
  baseRates: BaseRates;
  /** The business's day. */
  today: CalendarDay;
  /** The inquiry whose facts are carried over. */
  inquiry: Inquiry | undefined;
  /** The account that it is for, when that is known already. */
  account: KnownAccount | undefined;
};

/** Asks for the person, the yard and the service, with the price beside it. Sending it leads to the order. */
export function NewOrderForm({ products, baseRates, today, inquiry, account }: NewOrderFormProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [couponName, setCouponName] = useState('');
  const [create, { isLoading }] = api.useCreateOrderMutation();
  const form = useForm<OrderValues>({
    initialValues: startingOrder(products, today, inquiry, account),
    validate: (values) => orderErrors(values, today),
    validateInputOnBlur: ['zipCode'],
  });
  const field = fieldOf(form);
  const { productId, yardSize, scheduleTemplate, userId } = form.values;
  const { quote, couponError, retry } = useQuote({ productId, yardSize, couponName, schedule: scheduleTemplate });

  /** The last order and its id. The same order, sent again after a lost answer, has the same id. */
  const asked = useRef({ what: '', orderId: '' });
  const formProps = useFormSubmit(form, async (values) => {
    const wanted = orderBody(values);
    const what = JSON.stringify(wanted);
    if (what !== asked.current.what) asked.current = { what, orderId: crypto.randomUUID() };
    const { data, error } = await create({
      body: {
        ...wanted,
        orderId: asked.current.orderId,
        inquiryId: inquiry?.id,
        quotedBaseCost: quote.state === 'ready' ? quote.price.baseCost : undefined,
      },
    });
    if (!data) {
      // Something else came with this id, and stands; what is in the form can become an order of its own.
      if (isFailure(error) && error.errorCode === 'CONFLICT') asked.current = { what: '', orderId: '' };
      // The price may have changed.
      retry();
      return error;
    }
    dispatch(successAlert(`The link is on its way to ${phoneLabel(data.order.links[0]?.sentTo ?? 'the customer')}.`));
    navigate(`/orders/${data.order.id}`, { replace: true });
    return undefined;
  });

  return (
    <form {...formProps} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        <Card title="Who is it for?">
          <div className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField label="First Name" autoComplete="off" isRequired {...field('firstName')} />
              <TextField label="Last Name" autoComplete="off" isRequired {...field('lastName')} />
            </div>
            <ReachFields form={form} />
            <KnownAccounts
              values={form.values}
              onChosen={(account) => form.setValues(withAccount(form.getValues(), account))}
              onNobody={() => form.setFieldValue('userId', '')}
            />
          </div>
        </Card>
        <Card title="The yard">
          <div className="grid gap-6">
            <div>
              <AddressFields form={form} isYard />
              <ZipCheck values={form.values} hasYard={false} />
            </div>
            <RadioCards
              label="Yard Size"
              isRequired
              columns={2}
              options={yardSizeOptions}
              {...form.getInputProps('yardSize')}
            />
            <NoteFields field={field} gateHelp="How do we get in? Only the worker who comes reads it." />
          </div>
        </Card>
        <ServiceSection
          form={form}
          products={products}
          baseRates={baseRates}
          empty={
            <EmptyState
              title="No product to ask for"
              text="Add what the business offers first."
              action={<LinkButton to="/products/new">New product</LinkButton>}
            />
          }
        />
        <ScheduleSection form={form} today={today}>
          <CouponField
            form={form}
            error={couponError}
            onDone={() => setCouponName(form.getValues().couponName.trim())}
          />
        </ScheduleSection>
      </div>
      <div className="grid gap-5 lg:sticky lg:top-6">
        <PricePanel
          quote={quote}
          product={products.find(({ id }) => id === productId)}
          schedule={scheduleLabel(scheduleTemplate.frequency ?? 1, scheduleTemplate.interval)}
          onRetry={retry}
        />
        <SteadySubmit className="grid gap-3">
          <Button type="submit" size="large" isPending={isLoading} pendingLabel="Sending…" className="w-full">
            Send the link
          </Button>
          <p className="text-ink-soft text-sm">
            {userId
              ? 'It is for an account that is there already: they sign in to accept.'
              : 'Tell them the price now. Nothing is booked or charged before they accept.'}
          </p>
        </SteadySubmit>
      </div>
    </form>
  );
}
