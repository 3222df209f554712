import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody } from '#contract/errors.ts';
import type { Business } from './business.ts';
import { pick } from './dice.ts';

/** Asks what it would do, as the page does, and then presses. */
export async function refund(business: Business, billId: string, amount: number, about: string): Promise<void> {
  const input = { as: business.staff.accessToken, params: { billId } };
  const { refunded, left } = (await business.call('getBillActs', input)).body;
  if (left < amount) return;
  const body = {
    requestId: randomUUID(),
    isPreview: false,
    amount,
    reason: 'The dog was out.',
    refundedBefore: refunded,
  };
  await business.call('refundBill', { ...input, body: { ...body, isPreview: true } });
  const isTaken = await press(business, about, () => business.call('refundBill', { ...input, body }));
  business.acknowledged.refunds.set(body.requestId, { amount, isTaken });
}

/** Somebody presses once, or twice at once. @returns whether it was said to be done or under way */
export async function press(
  { dice }: Business,
  about: string,
  send: () => Promise<{ status: number; error: ErrorBody }>,
): Promise<boolean> {
  const presses = dice(`press twice ${about}`) < 0.3 ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: presses }, send));
  const unexpected = answers.find(({ status }) => ![200, 400, 409].includes(status));
  if (unexpected) throw new Error(`Staff were answered ${JSON.stringify(unexpected.error)}`);
  return answers.some(({ status }) => status === 200);
}

/** @returns the bills that are declined and rest, by their ids */
export async function openBills({ world }: Business): Promise<string[]> {
  const { rows } = await world.database.$client.query<{ bill: string }>(
    `select bill_id bill from payments where not is_taken_over and (status = 'declined' or status = 'pending' and attempt > 1)`,
  );
  return rows.map(({ bill }) => bill);
}

/** Staff give an open bill up, try it again, do so with a good card, or leave it. */
export async function actOnOpenBill(business: Business, billId: string, day: number): Promise<void> {
  const { acknowledged, call, customers, dice, staff } = business;
  const input = { as: staff.accessToken, params: { billId } };
  const { open } = (await call('getBillActs', input)).body;
  if (!open) return;
  const about = `open bill ${day} ${open.amount}`;
  const { version, amount } = open;
  const body = { requestId: randomUUID(), isPreview: false, version };
  const kind = pick(dice, about, ['', '', '', '', 'write-off', 'try-again', 'move-card']);
  if (kind === '') return;
  const { cards } = (await call('listBillCards', input)).body;
  const good = cards.find((card) => customers.some(({ goodCard }) => goodCard === card.stripePaymentMethodId));
  const isTaken = await press(business, about, () =>
    kind === 'write-off'
      ? call('writeOffBill', { ...input, body: { ...body, reason: 'They moved away.' } })
      : call('collectAgain', {
          ...input,
          body: kind === 'move-card' ? { ...body, stripePaymentMethodId: good?.stripePaymentMethodId } : body,
        }),
  );
  acknowledged.acts.set(body.requestId, { kind, amount, isTaken });
}

/** Staff take some visits off the next bill. */
export async function takeOffBill(business: Business, workId: string, about: string): Promise<void> {
  if (business.dice(`not billed ${about}`) > 0.3) return;
  const input = { as: business.staff.accessToken, params: { workId } };
  const body = { requestId: randomUUID(), isPreview: false, reason: 'The mower had spread it.' };
  const preview = await business.call('doNotBill', { ...input, body: { ...body, isPreview: true } });
  if (preview.status !== 200) return;
  const isTaken = await press(business, about, () => business.call('doNotBill', { ...input, body }));
  const amount = preview.body.effect.customer;
  business.acknowledged.acts.set(body.requestId, { kind: 'not-billed', amount, isTaken });
}

/** Somebody has the money checked, and waits for the end of that. */
export async function checkMoney({ call, staff }: Business): Promise<void> {
  const as = staff.accessToken;
  let { lastCheck } = (await call('startReconciliation', { as })).body;
  while (!lastCheck?.finishedAt) {
    await pause(100);
    ({ lastCheck } = (await call('getReconciliation', { as })).body);
  }
}
