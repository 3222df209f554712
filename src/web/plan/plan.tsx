import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { planGroups, weekDaysOf } from './plan-edits.ts';
import { Group } from './plan-group.tsx';
import { usePlan } from './use-plan.ts';
import { WeekForm } from './week-form.tsx';

type PlanProps = {
  workerId: string;
  /** The engagement that the plan was opened for: marked, with its week form open. */
  engagementId?: string;
};

/** A worker's week: which engagements are on which day, and in which order. */
export function Plan({ workerId, engagementId }: PlanProps) {
  const { engagements, plan, ...actions } = usePlan(workerId);
  const [assignedId, setAssignedId] = useState(engagementId);
  const assigned = engagements?.find(({ id }) => id === assignedId);
  const isMissing = engagementId !== undefined && engagements?.every(({ id }) => id !== engagementId);
  return (
    <div className="content-width py-10">
      <PageHeading title="Plan" actions={<RefreshButton isPending={actions.isFetching} onPress={actions.refresh} />} />
      <div className="grid gap-4">
        <OnboardingPointer />
        {isMissing && (
          <p role="status" className="rounded-card bg-warn-tint px-5 py-4 text-warn">
            This engagement is not in your plan: it has ended, or another worker has it.
          </p>
        )}
        {!engagements && <SkeletonCards count={4} label="Loading plan" />}
        {engagements?.length === 0 && <EmptyState title="You have no engagements" />}
        {engagements &&
          engagements.length > 0 &&
          planGroups(engagements, plan).map((group) => (
            <Group
              key={group.day}
              group={group}
              highlightedId={engagementId}
              onAssign={({ id }: Engagement) => setAssignedId(id)}
              onMove={actions.move}
            />
          ))}
      </div>
      {actions.hasEdits && <SaveBar onSave={actions.save} onCancel={actions.cancel} />}
      {assigned && (
        <WeekForm
          engagement={assigned}
          selected={weekDaysOf(plan, assigned.scheduleTemplate.id)}
          onToggle={(day) => actions.toggle(assigned.scheduleTemplate.id, day)}
          onClose={() => setAssignedId(undefined)}
        />
      )}
      <ProgressDialog isOpen={actions.isSaving} title="Saving schedule" />
      <LeaveDialog hasEdits={actions.hasEdits && !actions.isSaving} />
    </div>
  );
}

/** Stays in view at the end of the window while the plan is edited. */
function SaveBar({ onSave, onCancel }: { onSave: () => void; onCancel: () => void }) {
  return (
    <div className="sticky bottom-3 z-30 mt-6 flex flex-wrap items-center justify-end gap-3 rounded-card border border-line-strong bg-surface p-3 shadow-float">
      <p role="status" className="mr-auto px-2 font-semibold">
        Not saved yet
      </p>
      <div className="flex gap-3 max-sm:flex-1 max-sm:*:flex-1">
        <Button variant="secondary" onPress={onCancel}>
          Cancel
        </Button>
        <Button onPress={onSave}>Save</Button>
      </div>
    </div>
  );
}

/** Proposals are only shown to workers who can be paid. */
function OnboardingPointer() {
  const { userId } = useCurrentProfile();
  const { data } = api.useGetConnectedAccountQuery({ params: { userId } });
  if (!data || data.connectedAccount.onboardingComplete) return null;
  return (
    <Card
      title="Almost ready for your first customers"
      description="Finish your Stripe onboarding, and the open proposals appear here for you to claim."
    >
      <LinkButton to="/stripe/onboarding">Finish onboarding</LinkButton>
    </Card>
  );
}
