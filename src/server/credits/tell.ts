import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import { creditLetter, type Given } from '../messages/letters/credit.ts';
import { type Removed, removedCreditLetter } from '../messages/letters/credit-removed.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { lockCredit } from './balance.ts';
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
  const balance = await lockCredit(transaction, customerProfileId);
  await tellCustomer(world, transaction, `credit:${id}`, customerProfileId, (whom, url) =>
    creditLetter(whom, { ...given, balance }, url),
  );
}

/**
 * Tells a customer of credit that was just removed, once.
 * @param id of the act that removed it
 */
export async function tellOfRemoval(
  world: World,
  transaction: Transaction,
  id: string,
  { customerProfileId, ...removed }: { customerProfileId: string } & Omit<Removed, 'balance'>,
): Promise<void> {
  const balance = await lockCredit(transaction, customerProfileId);
  await tellCustomer(world, transaction, `credit-removed:${id}`, customerProfileId, (whom, url) =>
    removedCreditLetter(whom, { ...removed, balance }, url),
  );
}

async function tellCustomer(
  world: World,
  transaction: Transaction,
  event: string,
  customerProfileId: string,
  letter: (whom: { firstName: string }, url: string | undefined) => Letter,
): Promise<void> {
  const customer = await selectCustomer(transaction, customerProfileId);
  if (!customer) throw new Error(`There is no customer ${customerProfileId}`);
  const url = customer.isClosed ? undefined : `${world.publicUrl}/customers/${customerProfileId}/billing`;
  await tell(world, transaction, event, customer, letter(customer, url), { class: 'bill' });
}
