import { numberTroubleOf, undeliveredReason } from '#domain/text-delivery.ts';
import type { World } from '../world.ts';
import { deleteRefusal } from './consent-store.ts';
import { noteNumber } from './inbound.ts';
import { noteDelivery } from './reports-store.ts';

/** A provider's word on a text; `isOurs`: whether a message has the id that it came with. */
export type Reported = { isDelivered: boolean; code: string; isOurs: boolean };

/**
 * Notes what became of a text, as its provider reports: a report may come twice, late and in any order.
 * @returns undefined for what says nothing yet, such as that the carrier has it
 */
export async function takeReport(
  world: World,
  messageId: string,
  { status, code }: { status: string; code: string },
): Promise<Reported | undefined> {
  const isDelivered = status === 'delivered';
  if (!isDelivered && status !== 'undelivered' && status !== 'failed') return undefined;
  return await world.database.transaction(async (transaction) => {
    const number = await noteDelivery(transaction, messageId, 'text', {
      delivery: isDelivered ? 'delivered' : 'undelivered',
      code: isDelivered ? null : code,
      reason: isDelivered ? null : undeliveredReason(status, code),
      at: world.clock.now(),
    });
    if (number === undefined) return { isDelivered, code, isOurs: false };
    if (isDelivered) await deleteRefusal(transaction, number);
    const why = isDelivered ? undefined : numberTroubleOf(code);
    if (why) await noteNumber(world, transaction, number, why, code);
    // What is owed by mail goes now, and not with the next sweep.
    if (!isDelivered) await world.jobs.enqueue(transaction, 'deliver-messages', {});
    return { isDelivered, code, isOurs: true };
  });
}
