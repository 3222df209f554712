import { api, endpointsOf, type VisitNoteDefinitions } from './api.ts';
import { visitNoteCalls } from './visit-note-calls.ts';

/** All calls but those of employees; those of workers' notes come with the first note that is written or read. */
export const visitNoteApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(visitNoteCalls)(build) as unknown as VisitNoteDefinitions,
});
