import { schemaResolver, useForm } from '@mantine/form';
import { orders as contract, type Order } from '#contract/orders.ts';
import { phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { missingReach } from './order-form.ts';
import { ReachFields, type ReachValues } from './reach-fields.tsx';

const Body = contract.sendOrder.body;
const checkBody = schemaResolver(Body, { sync: true });
/** What is empty is left out, and not refused as a bad number or email. */
const toBody = ({ phone, email, channel, textsAgreed }: ReachValues) => ({
  phone: phone.trim() || undefined,
  email: email.trim() || undefined,
  channel,
  textsAgreed,
});

/** Sends an order's link again, perhaps to a corrected number or email. */
export function SendDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [send, { isLoading }] = api.useSendOrderMutation();
  const form = useForm<ReachValues>({
    initialValues: {
      phone: order.phone ? phoneLabel(order.phone) : '',
      email: order.email ?? '',
      channel: order.links[0]?.channel ?? 'text',
      // It may be another number.
      textsAgreed: false,
    },
    validate: (values) => ({ ...missingReach(values), ...checkBody(toBody(values) as ReachValues) }),
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { error } = await send({ params: { orderId: order.id }, body: Body.parse(toBody(values)) });
    if (error) return error;
    dispatch(successAlert('A new link is on its way.'));
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen title="Send the link again" size="medium" holdsForm onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <p>Every link that was sent before ends at once.</p>
        <ReachFields form={form} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onPress={onClose} isDisabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Sending…">
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
