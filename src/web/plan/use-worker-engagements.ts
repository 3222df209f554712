import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { plannable } from './plan-edits.ts';

/**
 * What a worker can plan: the own engagements, and as many pages of open proposals as were asked for.
 * @param engagementId one that is wanted in any case, on whatever page it is
 * @returns `engagements` undefined until they are loaded; `reload` asks for everything again
 */
export function useWorkerEngagements(workerProfileId: string, engagementId?: string) {
  const dispatch = useAppDispatch();
  const params = { workerProfileId };
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    api.useListWorkerEngagementsInfiniteQuery({ params }, { refetchOnMountOrArgChange: true });
  // Edits must outlive a bad connection, so only a first load that fails goes back.
  useLoadFailure(error, { stay: currentData !== undefined });
  const [extra, setExtra] = useState<Engagement[]>([]);

  // What the worker only makes visits of stands in the plan of another one.
  const ownOf = (pages: readonly { engagements: Engagement[] }[] = []) =>
    pages
      .flatMap(({ engagements }) => engagements)
      .filter(({ worker }) => worker === null || worker.id === workerProfileId);
  const listed = ownOf(currentData?.pages);
  const isListed = listed.some(({ id }) => id === engagementId);
  const linked = api.useGetEngagementQuery(
    { params: { engagementId: engagementId ?? '' } },
    { skip: !engagementId || !currentData || isListed },
  );
  // What is no id at all is a wrong address; an engagement that is not there is told on the page.
  useLoadFailure(isFailure(linked.error) && linked.error.status === 400 ? linked.error : undefined, { stay: true });

  // A proposal that waits, as for its customer's word on the price, cannot be accepted for now.
  const canPlan = ({ status, nextStatuses, worker }: Engagement) =>
    worker?.id === workerProfileId ||
    (status === 'ENGAGEMENT_STATUS_PROPOSED' && nextStatuses.includes('ENGAGEMENT_STATUS_ACCEPTED'));
  const linkedOnes = linked.currentData ? [linked.currentData.engagement].filter(canPlan) : [];

  /** @returns those of the engagements that may still be planned, as they are now */
  const loadEach = async (ids: readonly string[]): Promise<Engagement[]> => {
    const found: Engagement[] = [];
    for (const id of ids) {
      const answer = await dispatch(
        api.endpoints.getEngagement.initiate(
          { params: { engagementId: id } },
          { subscribe: false, forceRefetch: true },
        ),
      );
      if (answer.data) found.push(answer.data.engagement);
      else if (!isFailure(answer.error) || answer.error.status !== 404) throw answer.error;
    }
    return found.filter(canPlan);
  };

  return {
    engagements: currentData && plannable(distinct([...listed, ...extra, ...linkedOnes])),
    isFetching: isFetching || linked.isFetching,
    hasMore: hasNextPage,
    showMore: fetchNextPage,
    /**
     * @param wanted ids of engagements that are looked for one by one when the pages no longer have them
     * @throws the first call's failure
     */
    reload: async (wanted: readonly string[]): Promise<Engagement[]> => {
      // What is under way may have been asked for before the last step.
      await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
      const { pages } = await refetch().unwrap();
      const onPages = ownOf(pages);
      const others = await loadEach(wanted.filter((id) => !onPages.some((engagement) => engagement.id === id)));
      setExtra(others);
      return plannable(distinct([...onPages, ...others]));
    },
  };
}

/** @returns each engagement once: as the first list has it, which is loaded again after every change */
function distinct(engagements: readonly Engagement[]): Engagement[] {
  return [...new Map([...engagements].reverse().map((engagement) => [engagement.id, engagement])).values()].reverse();
}
