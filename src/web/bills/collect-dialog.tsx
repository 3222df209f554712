import { schemaResolver, useForm } from '@mantine/form';
import { type ActAnswer, acts } from '#contract/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { methodOptions } from '#web/payment-methods/saved-payment-methods.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import type { OpenBillProps } from './write-off-dialog.tsx';

/** What credit has paid the business adds for the worker. */
const effectsOf = ({ effect }: ActAnswer) =>
  ['The customer pays', 'The worker gets', effect.business < 0 ? 'The business adds' : 'The business keeps'] as const;
const ending =
  'The bill says how it ends. Paid, the customer gets a receipt, and services that are paused for it go on.';

/** Shows what it does to collect an open bill now, with the card that its service has, and does it. */
export function TryAgainDialog({ billId, amount, version, onClose }: OpenBillProps) {
  const dispatch = useAppDispatch();
  const [collectAgain] = api.useCollectAgainMutation();
  const money = moneyLabel(amount);
  const form = useForm({ initialValues: {} });
  return (
    <ActDialog
      title="Try again now"
      form={form}
      send={(_, request) => collectAgain({ params: { billId }, body: { ...request, version } })}
      words={({ card, ...answer }) => ({
        effects: effectsOf(answer),
        notes: [`The ${card ?? 'saved payment method'} is charged now, ahead of plan if there is one.`, ending],
        action: `Charge ${money} now`,
      })}
      onDone={({ card }) => dispatch(successAlert(`The ${card ?? 'saved payment method'} is being charged ${money}.`))}
      onClose={onClose}
    />
  );
}

/** Asks for another card of the customer, shows what it does to collect an open bill with that, and does it. */
export function MoveCardDialog({ billId, amount, version, onClose }: OpenBillProps) {
  const dispatch = useAppDispatch();
  const [collectAgain] = api.useCollectAgainMutation();
  const { currentData, error, isFetching, refetch } = api.useListBillCardsQuery(
    { params: { billId } },
    { refetchOnMountOrArgChange: true },
  );
  const title = 'Move to another payment method';
  const others = (currentData?.cards ?? []).flatMap(
    ({ isOfService, stripePaymentMethodId: id, name, expiration, savedAt }) =>
      isOfService ? [] : [{ id, name, savedAt, ...(expiration && { expiration }) }],
  );
  const money = moneyLabel(amount);
  const form = useForm({
    initialValues: { stripePaymentMethodId: '' },
    validate: (values) =>
      values.stripePaymentMethodId === ''
        ? { stripePaymentMethodId: 'Please choose a payment method.' }
        : schemaResolver(acts.collectAgain.body, { sync: true })({
            ...values,
            requestId: crypto.randomUUID(),
            isPreview: true,
            version,
          }),
  });
  if (currentData && others.length === 0) {
    return (
      <Dialog isOpen title={title} onClose={onClose}>
        <p>The customer has saved no other payment method that we take.</p>
      </Dialog>
    );
  }
  return (
    <ActDialog
      title={title}
      form={form}
      send={(values, request) => collectAgain({ params: { billId }, body: { ...values, ...request, version } })}
      words={({ card, ...answer }) => ({
        effects: effectsOf(answer),
        notes: [
          `The ${card ?? 'saved payment method'} is charged now.`,
          'The service keeps it from now on, for its next bills too. The customer is told.',
          ending,
        ],
        action: `Charge ${money} to ${card ?? 'it'}`,
      })}
      onDone={({ card }) => dispatch(successAlert(`The ${card ?? 'saved payment method'} is being charged ${money}.`))}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed what="payment methods" isPending={isFetching} onRetry={() => void refetch()} />
      ) : !currentData ? (
        <SkeletonCards count={1} label="Loading the payment methods" />
      ) : (
        <Select
          label="Card"
          description="One that the customer has saved."
          name="stripePaymentMethodId"
          isRequired
          options={methodOptions(others)}
          {...form.getInputProps('stripePaymentMethodId')}
        />
      )}
    </ActDialog>
  );
}
