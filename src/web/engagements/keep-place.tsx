import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

export const keepPlaceWords = {
  label: 'Keep my place in the day’s route',
  description:
    'Workers may reorder a day to drive less. With this, your stop stays where it is in the order, so that we come at about the same time.',
} as const;

/** Whether the engagement keeps its place, changed at once when it is pressed. */
export function KeepPlace({ engagement }: { engagement: Engagement }) {
  const dispatch = useAppDispatch();
  const [update] = api.useUpdateEngagementMutation();
  /** What was pressed, until the server has answered. */
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
      successAlert(isPinned ? 'Your stop keeps its place.' : 'Your stop may move to where it fits the route best.'),
    );
  };
  return (
    <Checkbox
      {...keepPlaceWords}
      value={asked ?? engagement.scheduleTemplate.isPinned}
      onChange={(isPinned) => {
        if (asked === undefined) void change(isPinned);
      }}
    />
  );
}
