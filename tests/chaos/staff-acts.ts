import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '#contract/errors.ts';
import type { Business } from './business.ts';

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
async function press(
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

/** Staff give an open bill up, or leave it. */
export async function writeOff(business: Business, billId: string, day: Temporal.PlainDate): Promise<void> {
  const input = { as: business.staff.accessToken, params: { billId } };
  const { open } = (await business.call('getBillActs', input)).body;
  if (!open) return;
  const about = `write-off ${day} ${open.amount}`;
  if (business.dice(about) > 0.15) return;
  const body = { requestId: randomUUID(), isPreview: false, version: open.version, reason: 'They moved away.' };
  const isTaken = await press(business, about, () => business.call('writeOffBill', { ...input, body }));
  business.acknowledged.acts.set(body.requestId, { kind: 'write-off', amount: open.amount, isTaken });
}
