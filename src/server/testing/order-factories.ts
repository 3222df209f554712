import type { Order } from '#contract/orders.ts';
import { buildProduct, today } from './engagement-factories.ts';
import type { Person } from './factories.ts';
import type { TestWorld } from './world.ts';

/** @returns the body of an order that passes every rule, sent by email unless it says otherwise */
export async function orderBody(test: TestWorld, details: Record<string, unknown> = {}) {
  const { frequency = 1, interval = 1, startDay = today(test), ...rest } = details;
  return {
    firstName: 'Cal',
    lastName: 'Ler',
    email: 'cal@example.com',
    phone: '(479) 555-0177',
    channel: 'email',
    textsAgreed: true,
    streetAddress1: '7 Call St',
    city: 'Rogers',
    state: 'AR',
    zipCode: '72756',
    country: 'US',
    gateNotes: 'Code 1234',
    dogNotes: 'Rex is shy',
    productId: rest.productId ?? (await buildProduct(test)).id,
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency, interval, startDay },
    ...rest,
  };
}

/** An order that an employee has made, with the token of its link. */
export async function buildOrder(
  test: TestWorld,
  { accessToken: as }: Person,
  details: Record<string, unknown> = {},
): Promise<Order & { token: string }> {
  const { status, body, error } = await test.call('createOrder', { as, body: await orderBody(test, details) });
  if (status !== 200) throw new Error(`No order: ${JSON.stringify(error)}`);
  await test.drain();
  return { ...body.order, token: await orderToken(test, body.order.links[0]?.sentTo ?? '') };
}

/** @returns the token of the newest link to an order that was sent to an email address or phone number */
export async function orderToken(test: TestWorld, sentTo: string): Promise<string> {
  for (const { text } of await test.messages({ to: sentTo })) {
    const token = /\/card-link\?token=([\w-]+)/.exec(text)?.[1];
    if (token) return token;
  }
  throw new Error(`No link was sent to ${sentTo}`);
}
