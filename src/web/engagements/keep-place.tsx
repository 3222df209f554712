import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

export const keepPlaceWords = {
  label: 'Keep my place in the day’s route',
  description:
    'Workers may reorder a day to drive less. With this, your stop stays where it is in the order, so that we come at about the same time.',
} as const;
/** For staff, who look at another person's engagement. */
const theirPlaceWords = {
  label: 'Keep the place in the day’s route',
  description: 'Workers may reorder a day to drive less. With this, the stop stays where it is in the order.',
} as const;

/** Shows whether the engagement keeps its place in the route. A press saves the change at once. */
export function KeepPlace({ engagement }: { engagement: Engagement }) {
  const dispatch = useAppDispatch();
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const [update] = api.useUpdateEngagementMutation();
  /** What the person chose, until the server has answered. */
  const [asked, setAsked] = useState<boolean>();
  const change = async (isPinned: boolean) => {
    setAsked(isPinned);
    const { data, error } = await update({
      params: { engagementId: engagement.id },
      body: { scheduleTemplate: { isPinned }, version: engagement.version },
    });
    setAsked(undefined);
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(api.util.updateQueryData('getEngagement', { params: { engagementId: engagement.id } }, () => data));
    dispatch(
      successAlert(
        `${isStaff ? 'The' : 'Your'} stop ${isPinned ? 'keeps its place.' : 'may move to where it fits the route best.'}`,
      ),
    );
  };
  return (
    <Checkbox
      {...(isStaff ? theirPlaceWords : keepPlaceWords)}
      value={asked ?? engagement.scheduleTemplate.isPinned}
      onChange={(isPinned) => {
        if (asked === undefined) void change(isPinned);
      }}
    />
  );
}
