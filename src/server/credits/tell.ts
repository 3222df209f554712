import type { Transaction } from '../database/connection.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { lockCredit } from './balance.ts';
import { creditLetter, type Given } from './letters.ts';
import { selectCustomer } from './store.ts';

/**
 * Tells a customer of credit that was just given, once.
 * @param id of the act that gave it
 */
export async function tellOfCredit(
  world: World,
  transaction: Transaction,
  id: string,
  { customerProfileId, ...given }: { customerProfileId: string } & Omit<Given, 'balance'>,
): Promise<void> {
  const customer = await selectCustomer(transaction, customerProfileId);
  if (!customer) throw new Error(`There is no customer ${customerProfileId}`);
  const balance = await lockCredit(transaction, customerProfileId);
  const url = customer.isClosed ? undefined : `${world.publicUrl}/customers/${customerProfileId}/billing`;
  await tell(world, transaction, `credit:${id}`, customer, creditLetter(customer, { ...given, balance }, url), {
    class: 'bill',
  });
}
