import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { engagements } from '#contract/engagements.ts';
import type { Period, YardSize } from '#domain/enums.ts';
import { isOffered } from '#domain/schedule-rules.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';

/** The price of a visit, with the discount on the first one. */
export type Price = z.output<typeof engagements.createQuote.response>;
export type QuoteState =
  | { state: 'incomplete' | 'not-offered' | 'loading' | 'failed' }
  | { state: 'ready'; price: Price };

type QuoteForm = {
  productId: string;
  yardSize: Exclude<YardSize, 'YARD_SIZE_UNKNOWN'> | '';
  couponName: string;
  /** A price of what nobody can ask for says nothing. */
  schedule: { period: Period; frequency: number | undefined };
};

/**
 * Asks the server for the price whenever the choice changes.
 * @returns the price of exactly this choice, never of an earlier one. If the coupon was refused: why, and the price
 *   without it.
 */
export function useQuote({ productId, yardSize, couponName, schedule }: QuoteForm) {
  const dispatch = useAppDispatch();
  const [createQuote] = api.useCreateQuoteMutation();
  const [answer, setAnswer] = useState<{ key: string; price: Price | undefined }>();
  const [refusal, setRefusal] = useState<{ couponName: string; message: string }>();
  const [attempt, setAttempt] = useState(0);
  const isRefused = couponName !== '' && refusal?.couponName === couponName;
  const coupon = isRefused ? '' : couponName;
  const key = JSON.stringify([productId, yardSize, coupon, attempt]);

  useEffect(() => {
    if (!productId || !yardSize) return;
    let isWanted = true;
    void createQuote({ body: { productId, yardSize, couponName: coupon } }).then(({ data, error }) => {
      if (!isWanted) return;
      const message = fieldErrors(error).couponName;
      if (message) return setRefusal({ couponName: coupon, message });
      if (error) dispatch(failureAlert(error));
      setAnswer({ key, price: data });
    });
    return () => {
      isWanted = false;
    };
  }, [productId, yardSize, coupon, key, createQuote, dispatch]);

  return {
    quote: isOffered(schedule)
      ? stateOf(Boolean(productId && yardSize), answer?.key === key ? answer : undefined)
      : ({ state: 'not-offered' } as const),
    couponError: isRefused ? refusal.message : undefined,
    retry: () => setAttempt(attempt + 1),
  };
}

function stateOf(isComplete: boolean, answer: { price: Price | undefined } | undefined): QuoteState {
  if (!isComplete) return { state: 'incomplete' };
  if (!answer) return { state: 'loading' };
  return answer.price ? { state: 'ready', price: answer.price } : { state: 'failed' };
}
