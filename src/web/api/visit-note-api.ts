import { api, endpointsOf, type VisitNoteDefinitions } from './api.ts';
import { visitNoteCalls } from './visit-note-calls.ts';

/** All calls but those of employees; the one of a worker's note comes with the first note. */
export const visitNoteApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(visitNoteCalls)(build) as unknown as VisitNoteDefinitions,
});
