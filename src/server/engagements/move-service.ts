import type { EngagementActor } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import type { Transaction } from '../database/connection.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { engagementParties } from './claim-service.ts';
import { customerMoveLetter, workerMoveLetter } from './move-letters.ts';

/** A change of status that was made: `version` is the engagement's after it, `workerProfileId` who held it before. */
type Move = {
  engagementId: string;
  to: EngagementStatus;
  actor: EngagementActor;
  version: number;
  workerProfileId: string | null;
};

/** Tells the others of a change of status, within its transaction. */
export async function tellOfMove(world: World, transaction: Transaction, move: Move): Promise<void> {
  const { engagementId, to, actor, version, workerProfileId } = move;
  const parties = await engagementParties(world, transaction, engagementId, workerProfileId ?? undefined);
  const { customer, worker, productName, street, url, planUrl } = parties;
  const about = { customerName: customer.firstName, productName, street };
  const event = `engagement-moved:${engagementId}:${version}`;
  const toCustomer = customerMoveLetter(to, actor, { ...about, firstName: customer.firstName, url });
  if (toCustomer) await tell(world, transaction, `${event}:customer`, customer, toCustomer);
  if (!worker || !planUrl) return;
  const toWorker = workerMoveLetter(to, actor, { ...about, firstName: worker.firstName, url: planUrl });
  if (toWorker) await tell(world, transaction, `${event}:worker`, worker, toWorker);
}
