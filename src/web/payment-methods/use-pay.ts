import { useEffect, useRef, useState } from 'react';
import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import { amountTaken } from '#domain/payment-attempts.ts';
import { api } from '#web/api/api.ts';
import { isFailure, isUnanswered } from '#web/api/failure.ts';
import { callSucceeded, errorAlert, errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import type { useOverdue } from './use-overdue.ts';

/** A payment that was asked for here. It is under way until it is paid; a declined one is forgotten. */
type Asked = {
  card: string;
  amount: number;
  /** How much of it was declined before. */
  declined: number;
  /** What waited for the bank of this card already, and still may. */
  waiting: number;
  /** What was on its way from a bank already, and still may be. */
  onItsWay: number;
  /** What was asked of the server before this moment does not tell how it ended; milliseconds since 1970. */
  since: number;
  isPaid: boolean;
};

const waitingOf = ({ toConfirm }: Pick<Overdue, 'toConfirm'>, card?: string): number =>
  toConfirm.reduce((sum, one) => sum + (card === undefined || one.stripePaymentMethodId === card ? one.amount : 0), 0);

/** Whether the server has begun with it, as far as what is owed shows. */
const hasBegun = (overdue: Overdue, { card, amount }: Asked): boolean =>
  overdue.isCollecting || amountTaken(overdue, card) !== amount;

/**
 * Pays what is owed, and finds out how that ended, also when an answer is lost.
 * @param overdue what is owed, as it is known now
 * @returns what to call, what was asked for and is under way or paid, and a ref for what then has the focus
 */
export function usePay(customerProfileId: string, overdue: NonNullable<ReturnType<typeof useOverdue>>) {
  const dispatch = useAppDispatch();
  const [collect, { isLoading }] = api.useCollectOverdueMutation();
  const [asked, setAsked] = useState<Asked>();
  const [lost, setLost] = useState<{ call: string | undefined; asked: Asked }>();
  const panel = useRef<HTMLElement>(null);
  const { amount, isCollecting, isFetching, askedAt, onItsWay } = overdue;
  const call = { params: { customerProfileId } };
  const isUnderWay = asked !== undefined && !asked.isPaid;
  // Whatever the last answer was, it may be older than the payment.
  const pollingInterval = isUnderWay ? 2000 : lost ? 5000 : 0;
  api.useGetOverdueQuery(call, { pollingInterval, selectFromResult: () => ({}) });
  const hasEnded = isUnderWay && !isLoading && !isFetching && !isCollecting && askedAt >= asked.since;
  const askedAmount = asked?.amount;
  const isPaid = hasEnded && amount === 0 && waitingOf(overdue) <= asked.waiting;
  useEffect(() => {
    if (!hasEnded) return;
    if (isPaid) {
      setAsked((before) => before && { ...before, isPaid: true });
      // The pressed button is gone, and focus with it.
      panel.current?.focus();
      return;
    }
    setAsked(undefined);
    if (amount === 0) return;
    const what = amount === askedAmount ? '. Nothing was taken: please' : ` for ${moneyLabel(amount)}. Please`;
    dispatch(errorAlert(`Your payment was declined${what} try another payment method.`));
  }, [hasEnded, isPaid, amount, askedAmount, dispatch]);

  const isUnderWayAfterAll = lost !== undefined && hasBegun(overdue, lost.asked);
  useEffect(() => {
    if (!isUnderWayAfterAll) return;
    if (lost.call) dispatch(callSucceeded(lost.call));
    setAsked(lost.asked);
    setLost(undefined);
  }, [isUnderWayAfterAll, lost, dispatch]);

  /**
   * Finds out, after the answer to Pay was lost, what is owed.
   * @param lostAt milliseconds since 1970
   */
  const askAfresh = async (lostAt: number): Promise<Overdue | undefined> => {
    const ask = () => dispatch(api.endpoints.getOverdue.initiate(call, { subscribe: false, forceRefetch: true }));
    const { data, startedTimeStamp = 0 } = await ask();
    // A call that is on its way already is joined, though it was sent before Pay.
    return startedTimeStamp < lostAt ? (await ask()).data : data;
  };
  const pay = async (card: string, shown: number) => {
    dispatch(errorsDismissed());
    setLost(undefined);
    const waiting = waitingOf(overdue, card);
    const { data, error } = await collect({ ...call, body: { stripePaymentMethodId: card, amount: shown } });
    const since = Date.now();
    const press = { card, amount: shown, declined: amount, waiting, onItsWay, since, isPaid: false };
    if (data) {
      // Replaces the older answer, which would pass for the outcome.
      dispatch(api.util.updateQueryData('getOverdue', call, () => data));
      setAsked(press);
      return;
    }
    if (isUnanswered(error)) {
      const now = await askAfresh(since);
      if (now && hasBegun(now, press)) return setAsked(press);
      // It may still arrive.
      setLost({ call: isFailure(error) ? error.call : undefined, asked: press });
    } else {
      // What is shown may be what was refused.
      dispatch(api.util.invalidateTags(['engagements']));
    }
    dispatch(failureAlert(error));
  };
  const pending = isUnderWay ? asked : undefined;
  return { pay, pending, paid: pending ? undefined : asked, isPending: isLoading || isUnderWay, panel };
}
