import { randomUUID } from 'node:crypto';
import type { Business } from './business.ts';
import type { Customer } from './people.ts';
import { press } from './staff-acts.ts';

/** Staff give some customers credit: less than a visit, or enough for several. */
export async function giveCredit(business: Business, customer: Customer, day: number): Promise<void> {
  const { call, dice, staff } = business;
  const about = `credit ${business.customers.indexOf(customer)} ${day}`;
  if (dice(about) > 0.2) return;
  const input = { as: staff.accessToken, params: { customerProfileId: customer.profileId } };
  const { creditVersion: version } = (await call('getBilling', input)).body;
  const amount = 1 + Math.floor(dice(`amount of ${about}`) ** 2 * 9000);
  const body = { requestId: randomUUID(), isPreview: false, amount, reason: 'The gate was left open.', version };
  await call('giveCredit', { ...input, body: { ...body, isPreview: true } });
  const isTaken = await press(business, about, () => call('giveCredit', { ...input, body }));
  business.acknowledged.acts.set(body.requestId, { kind: 'credit', amount, isTaken, creditOf: customer.profileId });
}

/** Staff give some of what banks have returned of refunds as credit. */
export async function creditWhatCameBack(business: Business): Promise<void> {
  const { rows } = await business.world.database.$client.query<OwedBack>(
    `select bill_id "billId", customer_profile_id "creditOf", owed_back - credited_back amount
     from payments join bills on bills.id = bill_id where not is_taken_over and owed_back > credited_back`,
  );
  await Promise.all(rows.map((owed) => creditOwedBack(business, owed)));
}

type OwedBack = { billId: string; creditOf: string; amount: number };

async function creditOwedBack(business: Business, { billId, creditOf, amount }: OwedBack): Promise<void> {
  const about = `came back ${amount}`;
  if (business.dice(about) < 0.2) return;
  const input = { as: business.staff.accessToken, params: { billId } };
  const body = { requestId: randomUUID(), isPreview: false, amount };
  const isTaken = await press(business, about, () => business.call('creditOwedBack', { ...input, body }));
  business.acknowledged.acts.set(body.requestId, { kind: 'credit', amount, isTaken, creditOf });
}
