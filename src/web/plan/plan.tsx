import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { isoWeekOf, type WeekDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { weekDaysOf } from '#domain/plan-order.ts';
import { weekLabel } from '#domain/week-label.ts';
import { api } from '#web/api/api.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ApprovalNotice } from '#web/connected-accounts/approval-notice.tsx';
import { businessToday } from '#web/offline/business-today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { lazyPart } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useIsTouch, useIsWide } from '#web/ui/use-is-wide.ts';
import { DaysOffSection } from './days-off-section.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { useMovedVisits } from './moved-visits.ts';
import { type PlanRow, planGroups } from './plan-edits.ts';
import { PlanGroupSection } from './plan-group.tsx';
import type { Direction } from './plan-moves.ts';
import { handleId } from './plan-row.tsx';
import { usePlan } from './use-plan.ts';
import { usePlanDrag } from './use-plan-drag.ts';
import { WeekForm } from './week-form.tsx';
import { weekOffsetOf } from './week-offsets.ts';

const BestOrderDialog = lazyPart(async () => (await import('./best-order-dialog.tsx')).default);

type PlanProps = {
  workerId: string;
  /** The engagement that the plan was opened for: marked, with its week form open. */
  engagementId?: string;
  /** What that one brings, if it is a proposal of which that is known. */
  brings?: string | undefined;
};

/** A worker's week: which engagements are on which day, and in which order. */
export function Plan({ workerId, engagementId, brings }: PlanProps) {
  const profile = useCurrentProfile();
  const { engagements, plan, ...actions } = usePlan(workerId, engagementId);
  const isWide = useIsWide();
  const hasHandles = !useIsTouch();
  const [assignedId, setAssignedId] = useState(engagementId);
  const [orderedDay, setOrderedDay] = useState<WeekDay>();
  const dispatch = useAppDispatch();
  // An alert of an earlier try would cover a dialog.
  const opening = (open: () => void) => {
    dispatch(errorsDismissed());
    open();
  };
  const { drag, dragged } = usePlanDrag(actions.place);
  const push = useFocusThatFollows(actions.push);
  const assigned = engagements?.find(({ id }) => id === assignedId);
  const isMissing =
    engagementId !== undefined && !actions.isFetching && engagements?.every(({ id }) => id !== engagementId);
  const moved = useMovedVisits(workerId);
  const groups = planGroups(engagements ?? [], plan);
  const ordered = groups.find(({ day }) => day === orderedDay);
  const days = useRef<HTMLDivElement>(null);
  // The bar with Save and Cancel goes when one of them is pressed.
  useFocusKept(days);
  return (
    <div className="content-width py-10">
      <PageHeading title="Plan" actions={<RefreshButton isPending={actions.isFetching} onPress={actions.refresh} />} />
      {/* Whose it is, and of which week it names what was moved. */}
      <p className="mb-3 hidden print:block">
        {fullName(profile)}, {weekLabel(isoWeekOf(businessToday()))}
      </p>
      <p role="status" className="sr-only">
        {actions.announcement}
      </p>
      <p id="plan-move-help" hidden>
        The up and down arrow keys move it within its day, left and right to the day before or after.
      </p>
      <div ref={days} tabIndex={-1} className="outline-none">
        <div className="grid gap-4">
          <ApprovalNotice profile={profile} />
          {engagements && <OnboardingPointer />}
          {isMissing && (
            <p role="status" className="rounded-card bg-warn-tint px-5 py-4 text-warn">
              This engagement is not in your plan: it has ended, or another worker has it.
            </p>
          )}
          {!engagements && <SkeletonCards count={4} label="Loading plan" />}
          {engagements?.length === 0 && (
            <EmptyState
              title="You have no engagements"
              text="What customers ask for stands here. Put it on a weekday, and it is yours."
            />
          )}
          {engagements &&
            engagements.length > 0 &&
            groups.map((group) => (
              <PlanGroupSection
                key={group.day}
                group={group}
                plan={plan}
                moved={moved}
                isWide={isWide}
                hasHandles={hasHandles}
                highlightedId={engagementId}
                drag={drag}
                dragged={dragged}
                onAssign={({ id }: Engagement) => opening(() => setAssignedId(id))}
                onMove={actions.push}
                onPush={push}
                onBestOrder={(day) => opening(() => setOrderedDay(day))}
                footer={
                  group.day === 'unscheduled' &&
                  actions.hasMore && (
                    <MoreProposals isPending={actions.isFetching} onPress={() => void actions.showMore()} />
                  )
                }
              />
            ))}
        </div>
        {actions.hasEdits && <SaveBar onSave={actions.save} onCancel={actions.cancel} />}
      </div>
      {engagements && !engagementId && <DaysOffSection workerId={workerId} />}
      {assigned && (
        <WeekForm
          engagement={assigned}
          selected={weekDaysOf(plan, assigned.scheduleTemplate.id)}
          onToggle={(day) => actions.toggle(assigned, day)}
          weekOffset={weekOffsetOf(actions.weekOffsets, assigned)}
          brings={assigned.id === engagementId ? brings : undefined}
          onWeekOffset={(weekOffset) => actions.chooseWeek(assigned, weekOffset)}
          onClose={() => setAssignedId(undefined)}
        />
      )}
      {orderedDay && ordered && (
        <Suspense fallback={null}>
          <BestOrderDialog
            workerId={workerId}
            day={orderedDay}
            rows={ordered.rows}
            onUse={(templateIds) => {
              actions.order(orderedDay, templateIds);
              setOrderedDay(undefined);
            }}
            onClose={() => setOrderedDay(undefined)}
          />
        </Suspense>
      )}
      <ProgressDialog isOpen={actions.isSaving} title="Saving schedule" />
      <LeaveDialog hasEdits={actions.hasEdits && !actions.isSaving} />
    </div>
  );
}

/** Keeps focus on a row's handle when the row is drawn anew on another day. */
function useFocusThatFollows(push: ReturnType<typeof usePlan>['push']) {
  const handle = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!handle.current) return;
    document.getElementById(handle.current)?.focus();
    handle.current = undefined;
  });
  return (row: PlanRow, direction: Direction) => {
    const day = push(row, direction);
    // Taken off one day of several, it is not among the unscheduled.
    if (day) handle.current = handleId(row.engagement.id, day);
  };
}

function MoreProposals({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  return (
    <div className="grid border-line border-t p-4">
      <Button variant="secondary" className="justify-self-center" isPending={isPending} onPress={onPress}>
        Show more proposals
      </Button>
    </div>
  );
}

/** Stays in view at the end of the window while the plan is edited. */
function SaveBar({ onSave, onCancel }: { onSave: () => void; onCancel: () => void }) {
  return (
    <div className="sticky bottom-[calc(var(--places-height)+0.75rem)] z-30 mt-6 flex flex-wrap items-center justify-end gap-3 rounded-card border border-line-strong bg-surface p-3 shadow-float">
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

/** Proposals are only shown to workers whom the office has approved, and who can be paid. */
function OnboardingPointer() {
  const { userId } = useCurrentProfile();
  const { data } = api.useGetConnectedAccountQuery({ params: { userId } });
  if (!data || data.connectedAccount.onboardingComplete) return null;
  return (
    <Card
      title="Almost ready for your first customers"
      description="Open proposals appear here as soon as you have finished your Stripe onboarding and our office has approved you."
    >
      <LinkButton to="/stripe/onboarding">Finish onboarding</LinkButton>
    </Card>
  );
}
