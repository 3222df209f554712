import { useEffect, useRef, useState } from 'react';
import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useAppDispatch } from '#web/app/store.ts';

/** How long an answer is as good as a new one. */
const freshSeconds = 5;

/**
 * Loads what a customer owes. Polls while a payment is being collected or waits for the bank, and with each change
 * refetches everything else on the page that may have changed.
 * @returns undefined until it is loaded; `askedAt` is the moment of the last call, milliseconds since 1970
 */
export function useOverdue(customerProfileId: string) {
  const dispatch = useAppDispatch();
  const [pollingInterval, setPollingInterval] = useState(0);
  const { currentData, isFetching, startedTimeStamp } = api.useGetOverdueQuery(
    { params: { customerProfileId } },
    // The page around it may have asked a moment ago.
    { refetchOnMountOrArgChange: freshSeconds, pollingInterval },
  );
  const wanted = pollingIntervalFor(currentData);
  if (wanted !== pollingInterval) setPollingInterval(wanted);
  const shown = useRef<Overdue>(undefined);
  useEffect(() => {
    // RTK Query returns the same object for equal answers.
    if (shown.current && currentData && shown.current !== currentData) {
      dispatch(api.util.invalidateTags(['engagements']));
    }
    shown.current = currentData;
  }, [currentData, dispatch]);
  return currentData && { ...currentData, isFetching, askedAt: startedTimeStamp ?? 0 };
}

/** What follows from what was given up. */
export const givenUpSentence =
  'Until it is paid no new service can start; visits that are paused for it then resume automatically.';

type Unpaid = Pick<Overdue, 'amount' | 'givenUpAmount' | 'notConfirmedAmount'>;

/** @returns what could not be charged, why, and what happens next */
export function overdueSentence({ amount, givenUpAmount, notConfirmedAmount }: Unpaid): string {
  const isNotConfirmed = notConfirmedAmount > 0 && notConfirmedAmount === amount;
  const what = isNotConfirmed ? 'was not confirmed in time, as your bank wanted' : 'could not be charged';
  const triedAgain = amount - givenUpAmount;
  const rest = `We try ${moneyLabel(triedAgain)} of it again. ${givenUpSentence.replace('it', 'the rest')}`;
  const unpaid = triedAgain > 0 ? rest : givenUpSentence;
  const next = givenUpAmount > 0 ? unpaid : 'We will try again, or you pay it now.';
  return `${moneyLabel(amount)} for visits already made ${what}. ${next}`;
}

/** @returns milliseconds between two calls; 0 when nothing is under way */
export function pollingIntervalFor(overdue: Overdue | undefined): number {
  if (overdue?.isCollecting) return 2000;
  return overdue && overdue.toConfirmEngagementIds.length > 0 ? 10_000 : 0;
}
