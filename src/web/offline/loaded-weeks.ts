import type { Job } from '#contract/itineraries.ts';
import { api } from '#web/api/api.ts';
import { store } from '#web/app/store.ts';

/** Shows a change in every week that is loaded: with poor signal, reading the week again may take its time. */
export function changeJobs(change: (job: Job) => Job): void {
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(store.getState(), ['itinerary'])) {
    if (endpointName !== 'getItinerary') continue;
    store.dispatch(
      api.util.updateQueryData('getItinerary', originalArgs, (draft) => {
        draft.jobs = draft.jobs.map(change);
        // A route that an earlier release has kept on the phone has none.
        draft.unfinished = draft.unfinished?.map(change);
      }),
    );
  }
}
