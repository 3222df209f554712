import type { BillAttempt, BillAttemptAnswer, BillCard } from '#contract/acts.ts';
import { effectOfPay } from '#domain/acts.ts';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { whyBlocked } from '#domain/payment-failure.ts';
import { actOnce } from '../acts/record.ts';
import { collectNow } from '../charges/attempts.ts';
import { payWith } from '../engagements/paying.ts';
import type { Caller } from '../http/access.ts';
import { invalid, notNow } from '../http/errors.ts';
import { findBlocked } from '../payment-methods/blocks.ts';
import { isTaken } from '../payment-methods/cards.ts';
import { findSaved, listSaved, savedAt } from '../payment-methods/service.ts';
import { methodName } from '../stripe/method-name.ts';
import type { World } from '../world.ts';
import { tellOfMovedCard } from './act-news.ts';
import { mustPaymentWait } from './debit-store.ts';
import { beingCollected, lockBill, requireBill, requireOpen } from './open-bill.ts';

/**
 * @returns the saved cards of a bill's customer that can be charged, and which of them its service has
 * @throws ApiError NOT_FOUND, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function listBillCards(world: World, billId: string): Promise<{ cards: BillCard[] }> {
  const { userId, card } = await requireBill(world.database, billId);
  const isBlocked = await findBlocked(world.database, userId);
  const saved = await listSaved(world, userId);
  const cards = saved.filter((method) => isTaken(world, method) && !isBlocked(method));
  return {
    cards: cards.map((method) => ({
      stripePaymentMethodId: method.id,
      name: nameOf(method),
      expiration: method.card ? { expMonth: method.card.exp_month, expYear: method.card.exp_year } : null,
      savedAt: savedAt(method),
      isOfService: method.id === card,
    })),
  };
}

/**
 * Collects an open bill now, ahead of plan or once more after it was given up.
 * @param form.stripePaymentMethodId another card of the customer: the bill's service has it from now on. Without one it is
 *   collected with the card that the service has
 * @returns what it does to each once the card has paid, and which card that is
 * @throws ApiError NOT_FOUND; INVALID_INPUT unless the card is the customer's and of a kind that is taken; NOT_ALLOWED_NOW
 *   unless the bill is open and rests, or when its card is gone or of another kind; CONFLICT when it has changed meanwhile; PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function collectAgain(
  world: World,
  caller: Caller,
  billId: string,
  { version, stripePaymentMethodId: other, ...request }: BillAttempt,
): Promise<BillAttemptAnswer> {
  // Before anything is locked; a bill whose card is another one by then has another version.
  const seen = await requireBill(world.database, billId);
  const asked = other ?? seen.card;
  const saved = await findSaved(world, seen.userId, asked);
  const isBlocked = await findBlocked(world.database, seen.userId);
  return await world.database.transaction(async (transaction) => {
    const bill = await lockBill(transaction, billId);
    const { customerProfileId, payment } = bill;
    const { amount } = payment;
    const kind = other === undefined ? 'try-again' : 'move-card';
    const card = saved ? nameOf(saved) : null;
    const act = { kind, customerProfileId, billId, amount, stripePaymentMethodId: asked, card } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: async () => {
        await requireOpen(world, transaction, bill, version);
        const blocked = saved && isBlocked(saved);
        if (saved && isTaken(world, saved) && !blocked) return;
        if (blocked) {
          const why = whyBlocked(blocked, false);
          if (other === undefined) throw notNow(`${why} Please move the bill to another payment method.`);
          throw invalid('body.stripePaymentMethodId', `${why} Please choose another.`);
        }
        if (other === undefined) throw notNow(saved ? ofServiceNotTaken : ofServiceGone);
        throw invalid('body.stripePaymentMethodId', saved ? kindNotTakenMessage : notOfCustomer);
      },
      act: async () => {
        const isMoved = saved !== undefined && saved.id !== bill.card;
        if (isMoved) await payWith(transaction, [payment.engagementId], saved.id);
        if (await mustPaymentWait(transaction, payment.id)) throw notNow(waitsForDebit);
        if (!(await collectNow(world, transaction, payment))) throw notNow(beingCollected);
        if (isMoved) await tellOfMovedCard(world, transaction, bill, { ...request, card });
      },
    });
    return { effect: effectOfPay(bill, amount), isDone, card };
  });
}

const nameOf = (method: Parameters<typeof methodName>[0]) => methodName(method) ?? 'Payment method';

const ofServiceGone = 'The payment method of this service is gone. Please choose another.';
const waitsForDebit =
  'Another debit from this bank account is being tried again. This bill is next. You can move it to another payment method.';
const ofServiceNotTaken =
  'We do not take the kind of payment that this service has anymore. Please move the bill to another payment method.';
const notOfCustomer = 'Please choose one of the customer’s saved payment methods.';
