import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { dayLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { fullName, moneyLabel, phoneLabel, yardSizeLabels } from '#domain/labels.ts';
import { orderDaysKept, stuckReason } from '#domain/orders.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RecordPage } from '#web/app/record-page.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { later } from '#web/ui/later.tsx';
import { linkLabel, orderMark } from './order-words.ts';

const SendDialog = later(async () => (await import('./send-dialog.tsx')).SendDialog);

/** One order: what was asked for, how its links stand, and what can be done about them. */
export default function OrderPage() {
  const { orderId = '' } = useParams();
  useInvalidUrl(!orderId);
  const loaded = api.useGetOrderQuery({ params: { orderId } }, { skip: !orderId, refetchOnMountOrArgChange: true });
  useLoadFailure(loaded.error);
  const [open, setOpen] = useState<'send' | 'take-back' | 'erase'>();
  const mayErase = useMay('erase');
  const order = loaded.data?.order;
  return (
    <RecordPage
      what="order"
      title={order ? `Order of ${fullName(order)}` : 'Order'}
      loaded={loaded}
      actions={
        order?.status === 'taken-back' && mayErase && !isErased(order) ? (
          <Button variant="quiet" onPress={() => setOpen('erase')}>
            Erase
          </Button>
        ) : (
          order?.status === 'waiting' && (
            <>
              <Button variant="secondary" onPress={() => setOpen('take-back')}>
                Take back
              </Button>
              <Button onPress={() => setOpen('send')}>Send again</Button>
            </>
          )
        )
      }
      list={{ to: '/orders', label: 'All orders' }}
    >
      {order && <OrderView order={order} />}
      {order && open === 'send' && <SendDialog order={order} onClose={() => setOpen(undefined)} />}
      {order && open === 'erase' && <EraseDialog order={order} onClose={() => setOpen(undefined)} />}
      {order && open === 'take-back' && <TakeBackDialog order={order} onClose={() => setOpen(undefined)} />}
    </RecordPage>
  );
}

function OrderView({ order }: { order: Order }) {
  const { label, tone } = orderMark(order);
  const { yardSize, startDay, gateNotes, dogNotes, couponName, inquiryId, customerProfileId } = order;
  return (
    <div className="wrap-anywhere grid gap-6">
      <Card title={fullName(order)} description={`${order.askedBy} asked for it on ${momentLabel(order.createdAt)}.`}>
        <p className="mb-5">
          <Badge tone={tone}>{label}</Badge>
        </p>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact label="Phone">{order.phone ? phoneLabel(order.phone) : 'Not known'}</Fact>
          <Fact label="Email">{order.email ?? 'Not known'}</Fact>
          <Fact label="Service">{order.productName}</Fact>
          <Fact label="Price of a visit">
            {[moneyLabel(order.baseCost), couponName && `coupon ${couponName}`].filter(Boolean).join(', ')}
          </Fact>
          <Fact label="How often">{scheduleLabel(order.frequency, order.interval)}</Fact>
          <Fact label="From">{dayLabel(plainDate(startDay))}</Fact>
          <Fact label="Where">
            {[order.streetAddress1, order.streetAddress2].filter(Boolean).join(', ')}
            {`, ${order.city}, ${order.state} ${order.zipCode}`}
          </Fact>
          <Fact label="Yard">
            {yardSize === 'YARD_SIZE_UNKNOWN' ? 'Not known' : yardSizeLabels[yardSize].description}
          </Fact>
          {gateNotes && (
            <Fact label="Gate notes" isWide>
              {gateNotes}
            </Fact>
          )}
          {dogNotes && (
            <Fact label="Dog notes" isWide>
              {dogNotes}
            </Fact>
          )}
        </dl>
        <p className="mt-5 flex flex-wrap gap-x-5">
          {customerProfileId && (
            <>
              <PageLink to={`/customers/${customerProfileId}`}>The customer</PageLink>
              <PageLink to={`/customers/${customerProfileId}/engagements/${order.id}`}>The service</PageLink>
            </>
          )}
          {inquiryId && <PageLink to="/inquiries?filter=all">It came from an inquiry</PageLink>}
        </p>
      </Card>
      <Card title="Links" description={reminders(order)}>
        <ul className="grid gap-2">
          {order.links.map((link) => (
            <li key={link.sentAt} className={link.delivery === 'failed' ? 'font-semibold text-danger' : ''}>
              {linkLabel(link)}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

const PageLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
    {children}
  </Link>
);

function reminders(order: Order): string {
  const { status, isStuck, problem, remindersSent } = order;
  if (status !== 'waiting') return 'The links have ended.';
  if (problem) return `It cannot be accepted, and nobody is reminded. ${problem}`;
  if (isStuck && stuckReason(order) === 'acceptable-again') {
    return 'It could not be accepted for a time, and can be now. Nobody has told the customer: send it again, or call.';
  }
  if (isStuck) return 'The customer does not answer, and is not reminded again. Call, send it again, or take it back.';
  return remindersSent === 0
    ? 'The customer is reminded after 2 and after 5 days.'
    : `The customer was reminded ${remindersSent === 1 ? 'once' : 'twice'}.`;
}

function TakeBackDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [takeBack] = api.useTakeBackOrderMutation();
  const confirm = async () => {
    const { error } = await takeBack({ params: { orderId: order.id } });
    dispatch(error ? failureAlert(error) : successAlert('The order is taken back.'));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Take this order back?"
      action="Take back"
      pendingAction="Taking back…"
      cancel="Keep it"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>The link of {fullName(order)} ends at once. An account that was opened with it stays.</p>
    </ConfirmDialog>
  );
}

const isErased = ({ firstName }: Order) => firstName === 'Erased';

function EraseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [erase] = api.useEraseOrderMutation();
  const confirm = async () => {
    const { error } = await erase({ params: { orderId: order.id } });
    dispatch(error ? failureAlert(error) : successAlert('The data is erased.'));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Erase whose order this is?"
      action="Erase"
      pendingAction="Erasing…"
      cancel="Keep it"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Name, address, phone, email and what was sent of it are gone for good. By itself that happens {orderDaysKept}{' '}
        days after an order has come to nothing.
      </p>
    </ConfirmDialog>
  );
}
