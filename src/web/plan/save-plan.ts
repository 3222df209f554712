import type { Engagement } from '#contract/engagements.ts';
import { type PlanDay, type WantedPlace, wantedPlaces } from '#domain/plan-order.ts';
import { isFailure } from '#web/api/failure.ts';
import { lostEngagements, type PlanEdits, plannedOnes, rebase, savedPlaces, savedPlan } from './plan-edits.ts';

/** What a save needs of the outside. Each throws the first call's failure. */
type Outside = {
  /** Loads all that can be planned, and those of the named engagements that still can be. */
  reload: (wanted: readonly string[]) => Promise<Engagement[]>;
  saveDays: (saved: readonly PlanDay[], wanted: readonly WantedPlace[]) => Promise<void>;
  /** Told of edits that go on without engagements which somebody else has by now, or which have ended. */
  onLost: (edits: PlanEdits, lost: readonly Engagement[]) => void;
};

/**
 * Carries edits over to what the server has now: planned engagements that are gone drop out, and are told of.
 * @throws the failure of loading it
 */
export async function freshEdits(edits: PlanEdits, { reload, onLost }: Pick<Outside, 'reload' | 'onLost'>) {
  const now = await reload(plannedOnes(edits.plan, edits.engagements).map(({ id }) => id));
  const fresh = { base: savedPlan(now), plan: rebase(edits, now), engagements: now };
  const lost = lostEngagements(edits, now);
  if (lost.length > 0) onLost(fresh, lost);
  return { fresh, lost };
}

/**
 * Saves a plan: what is left to do depends on what the server has now, since an answer that was lost may have been a
 * success. An engagement that somebody else has claimed meanwhile stops the save, which then begins again without it.
 * @returns the engagements as they are afterwards
 * @throws the failure of the step that stopped it, when it was not that
 */
export async function savePlan(edits: PlanEdits, outside: Outside): Promise<Engagement[]> {
  let { fresh } = await freshEdits(edits, outside);
  for (;;) {
    try {
      await outside.saveDays(savedPlaces(fresh.engagements), wantedPlaces(fresh.plan));
      break;
    } catch (failure) {
      const again = isRefusal(failure) && (await freshEdits(fresh, outside).catch(() => undefined));
      if (!again || again.lost.length === 0) throw failure;
      ({ fresh } = again);
    }
  }
  return await outside.reload([]);
}

/** Whether the server refused; what it has now may tell why. */
const isRefusal = (failure: unknown) =>
  isFailure(failure) && typeof failure.status === 'number' && failure.status >= 400 && failure.status < 500;
