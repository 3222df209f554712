import { isOnboarded, requireOnboarded } from '../connected-accounts/service.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { selectApproval } from './store.ts';

/** @returns whether the user is a worker who sees proposals: one whom we may pay and staff have approved */
export async function isApproved(world: World, userId: string): Promise<boolean> {
  return (await isOnboarded(world, userId)) && (await selectApproval(world.database, userId))?.approval === 'approved';
}

/**
 * Asked before a worker takes on a service.
 * @throws ApiError NOT_ONBOARDED unless we may pay the user, NOT_APPROVED unless staff have approved them
 */
export async function requireApproved(world: World, userId: string): Promise<void> {
  await requireOnboarded(world, userId);
  const worker = await selectApproval(world.database, userId);
  if (worker?.approval === 'approved') return;
  throw new ApiError(
    'NOT_APPROVED',
    worker?.approval === 'refused'
      ? `The office does not give you new services: ${worker.approvalReason}`
      : 'The office has not approved you yet. We write to you as soon as it has.',
  );
}
