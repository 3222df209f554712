import { type Person, someAddress, testPassword } from './factories.ts';
import { buildOrder } from './order-factories.ts';
import { buildCard } from './payment-factories.ts';
import type { TestWorld } from './world.ts';

let count = 0;

/** @returns an email address, a phone number and a street that no other test has */
export function newReach() {
  count += 1;
  const nth = String(count).padStart(3, '0');
  return { email: `reach${nth}@example.com`, phone: `+14795552${nth}`, streetAddress1: `${count} Reach St` };
}

/**
 * Opens accounts by the link of an order, as customers do.
 * @param yardpack gives the world of the running test
 * @param employee gives the employee who makes the orders
 */
export function textAccounts(yardpack: () => TestWorld, employee: () => Person) {
  const openBy = (token: string, email: string, password = testPassword) =>
    yardpack().call('openOrderAccount', {
      body: { token, password, email, phone: '4795550188', agreedToTerms: true },
      address: someAddress(),
    });
  const accept = async (token: string, { accessToken, userId }: Pick<Person, 'accessToken' | 'userId'>) => {
    const stripePaymentMethodId = await buildCard(yardpack(), { accessToken, userId } as Person);
    const body = { token, stripePaymentMethodId, quotedBaseCost: 1500, withCoupon: false, agreedToTerms: true };
    return (await yardpack().call('acceptOrder', { as: accessToken, body })).status;
  };
  /** An account that the text of an order has opened. Its email address is not confirmed. */
  const openedByText = async () => {
    const { email, ...details } = newReach();
    const order = await buildOrder(yardpack(), employee(), { ...details, channel: 'text', email: undefined });
    const { body } = await openBy(order.token, email);
    return { email, phone: details.phone, order, userId: body.user.id, accessToken: body.accessToken };
  };
  /** Such an account with a service and a card. */
  const servedByText = async () => {
    const opened = await openedByText();
    const status = await accept(opened.order.token, opened);
    if (status !== 200) throw new Error(`Not accepted: ${status}`);
    await yardpack().drain();
    return opened;
  };
  return { openBy, accept, openedByText, servedByText };
}
