import type { Engagement } from '#contract/engagements.ts';
import { type PlanChanges, planCalls } from '#domain/plan-order.ts';
import { isFailure } from '#web/api/failure.ts';
import { lostEngagements, type PlanEdits, rebase, savedPlan } from './plan-edits.ts';

/** What a save needs of the outside. Each throws the first call's failure. */
type Outside = {
  /** Loads all that can be planned, and those of the named engagements that still can be. */
  reload: (wanted: readonly string[]) => Promise<Engagement[]>;
  saveDays: (changes: PlanChanges) => Promise<void>;
  acceptProposals: (engagements: readonly Engagement[]) => Promise<void>;
  /** Told of edits that go on without engagements which somebody else has by now, or which have ended. */
  onLost: (edits: PlanEdits, lost: readonly Engagement[]) => void;
};

/**
 * Carries edits over to what the server has now: planned engagements that are gone drop out, and are told of.
 * @throws the failure of loading it
 */
export async function freshEdits(edits: PlanEdits, { reload, onLost }: Pick<Outside, 'reload' | 'onLost'>) {
  const planned = edits.engagements.filter(({ scheduleTemplate }) =>
    edits.plan.some(({ scheduleTemplateId }) => scheduleTemplateId === scheduleTemplate.id),
  );
  const now = await reload(planned.map(({ id }) => id));
  const there = savedPlan(now);
  const fresh = { base: there, plan: rebase(edits, there, now), engagements: now };
  const lost = lostEngagements(edits, now);
  if (lost.length > 0) onLost(fresh, lost);
  return { fresh, there, lost };
}

/**
 * Saves a plan: what is left to do depends on what the server has now, since an answer that was lost may have been a
 * success. One that somebody else has claimed meanwhile stops the save, which then begins again without it.
 * @returns the engagements as they are afterwards
 * @throws the failure of the step that stopped it, when it was not that
 */
export async function savePlan(edits: PlanEdits, outside: Outside): Promise<Engagement[]> {
  let { fresh, there } = await freshEdits(edits, outside);
  for (;;) {
    try {
      await outside.saveDays(planCalls(there, fresh.plan));
      break;
    } catch (failure) {
      const again = isRefusal(failure) && (await freshEdits(fresh, outside).catch(() => undefined));
      if (!again || again.lost.length === 0) throw failure;
      ({ fresh, there } = again);
    }
  }
  const saved = await outside.reload([]);
  await outside.acceptProposals(saved);
  return saved;
}

/** Whether the server said no: why, what it has now may tell. */
const isRefusal = (failure: unknown) =>
  isFailure(failure) && typeof failure.status === 'number' && failure.status >= 400 && failure.status < 500;
