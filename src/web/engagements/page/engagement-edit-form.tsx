import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { Address } from '#contract/addresses.ts';
import type { Engagement } from '#contract/engagements.ts';
import { isLive, isProposal } from '#domain/engagement-status.ts';
import { moneyLabel } from '#domain/labels.ts';
import { visitPrice } from '#domain/pricing.ts';
import { AddressModal } from '#web/addresses/address-modal.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useToldOnce } from '#web/app/told-once.ts';
import { PaymentMethodModal } from '#web/payment-methods/payment-method-modal.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { addressOptions, chooseAddedAddress, yardOptions, yardSizeOptions } from '../engagement-form.ts';
import { ChargedAtOnce } from './charged-at-once.tsx';
import { type EditValues, EngagementEdit, editDifferences, editValuesOf, mergeEdit } from './engagement-edit.ts';

type EngagementEditFormProps = {
  /** As it is saved now. When a newer version arrives, the form keeps what was chosen and asks the person. */
  engagement: Engagement;
  /** The customer's addresses. */
  addresses: readonly Address[];
  /** The customer's own saved payment methods; undefined for staff, who do not choose among them. */
  paymentMethods: readonly SelectOption[] | undefined;
  /** Called when the person has saved or canceled. */
  onEnd: () => void;
};

/** Changes an engagement's yard, its size, and how it is paid. */
export function EngagementEditForm({ engagement, addresses, paymentMethods, onEnd }: EngagementEditFormProps) {
  const dispatch = useAppDispatch();
  const saved = editValuesOf(engagement);
  // The version that the edit is based on.
  const [base, setBase] = useState({ version: engagement.version, values: saved });
  const [adding, setAdding] = useState<keyof EditValues>();
  const [update, { isLoading }] = api.useUpdateEngagementMutation();
  const form = useForm<EditValues>({
    initialValues: saved,
    validate: schemaResolver(EngagementEdit, { sync: true }),
  });
  const { yardSize } = form.values;
  const isOtherYard = yardSize !== engagement.yardSize;
  // Calculates the price here instead of asking for a quote, because its product may no longer be offered.
  const rates = api.useListProductsQuery({ query: {} }, { skip: !isOtherYard }).currentData?.baseRates;
  const shownPrice =
    isOtherYard && yardSize && rates ? visitPrice(rates, yardSize, engagement.product.baseCostMultiplier) : undefined;
  const isNewer = engagement.version > base.version;
  const isAsked = isNewer && !isLoading;
  const toldOnce = useToldOnce(isAsked);
  const formProps = useFormSubmit(form, async (values) => {
    const call = { params: { engagementId: engagement.id } };
    const { data, error } = await update({
      ...call,
      body: { ...EngagementEdit.parse(values), quotedBaseCost: shownPrice, version: base.version },
    });
    if (data) {
      // Shows the answer at once. The refetch that the change causes comes a moment later.
      dispatch(api.util.updateQueryData('getEngagement', call, () => data));
      dispatch(successAlert('Engagement saved.'));
      onEnd();
    } else {
      // Somebody else's change may have added what it chose, and the price may have changed.
      dispatch(api.util.invalidateTags(['addresses', 'paymentMethods', 'products']));
      toldOnce(error);
    }
    return error;
  });
  const { ref: formElement } = formProps;
  // Takes focus, because the button that opened the form is gone.
  useEffect(() => formElement.current?.querySelector('button')?.focus(), [formElement]);

  const options = addressOptions(addresses);
  const differences = editDifferences(base.values, saved, form.values, {
    addresses: options,
    paymentMethods: paymentMethods ?? [],
  });
  const goOnFrom = (values: EditValues) => {
    form.setValues(values);
    form.clearErrors();
    setBase({ version: engagement.version, values: saved });
  };
  // The newer version changes nothing in this form, or exactly what was chosen here, so there is nothing to ask.
  if (isNewer && differences.length === 0) setBase({ version: engagement.version, values: saved });
  const mayChangeYard = isProposal(engagement);
  const newAddress = (field: keyof EditValues) =>
    paymentMethods ? { action: { label: 'New address', onAction: () => setAdding(field) } } : {};

  return (
    <Card title="Edit engagement" className="max-w-2xl">
      {isAsked && (
        <ChangedMeanwhile
          key={engagement.version}
          differences={differences}
          onKeep={() => goOnFrom(mergeEdit(base.values, saved, form.values))}
          onTakeSaved={() => goOnFrom(saved)}
        />
      )}
      <form {...formProps} className="grid gap-6">
        {/* After the end of an engagement only its card may change, while visits are unpaid. */}
        {isLive(engagement) && (
          <Select
            label="Service Address"
            description="The yard that we come to."
            isRequired
            options={yardOptions(addresses)}
            {...newAddress('serviceAddressId')}
            {...form.getInputProps('serviceAddressId')}
          />
        )}
        {mayChangeYard && (
          <>
            <RadioCards
              label="Yard Size"
              isRequired
              columns={2}
              options={yardSizeOptions}
              {...form.getInputProps('yardSize')}
            />
            <NewPrice engagement={engagement} isOther={isOtherYard} price={shownPrice} />
          </>
        )}
        {paymentMethods && (
          <Select
            label="Payment Method"
            description="What could not be charged so far is tried with it at once. Your other services that this pays for keep it too."
            placeholder="No longer saved: select another"
            isRequired
            options={paymentMethods}
            action={{ label: 'New payment method', onAction: () => setAdding('stripePaymentMethodId') }}
            {...form.getInputProps('stripePaymentMethodId')}
          />
        )}
        {paymentMethods && form.values.stripePaymentMethodId !== saved.stripePaymentMethodId && (
          <ChargedAtOnce customerProfileId={engagement.customer.id} />
        )}
        {isLive(engagement) && (
          <Select
            label="Billing Address"
            isRequired
            options={options}
            {...newAddress('billingAddressId')}
            {...form.getInputProps('billingAddressId')}
          />
        )}
        <SaveOrCancel isSaving={isLoading} onCancel={onEnd} />
      </form>
      {(['serviceAddressId', 'billingAddressId'] as const).map((field) => (
        <AddressModal
          key={field}
          isOpen={adding === field}
          onClose={() => setAdding(undefined)}
          profileId={engagement.customer.id}
          onCreated={(address) => chooseAddedAddress(form, field, address)}
        />
      ))}
      <PaymentMethodModal
        isOpen={adding === 'stripePaymentMethodId'}
        onClose={() => setAdding(undefined)}
        onCreated={(id) => {
          form.setFieldValue('stripePaymentMethodId', id);
          form.clearFieldError('stripePaymentMethodId');
        }}
      />
    </Card>
  );
}

type NewPriceProps = { engagement: Engagement; isOther: boolean; price: number | undefined };

/** Shows what a visit costs with another yard size. `price` is in integer cents, undefined until it is known. */
function NewPrice({ engagement, isOther, price }: NewPriceProps) {
  return (
    <p role="status" className="min-h-6">
      {!isOther && `A visit costs ${moneyLabel(engagement.baseCost)}.`}
      {isOther && price === undefined && 'Looking up the price…'}
      {isOther && price !== undefined && (
        <>
          A visit then costs <strong>{moneyLabel(price)}</strong> instead of {moneyLabel(engagement.baseCost)}.
        </>
      )}
    </p>
  );
}
