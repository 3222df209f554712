import { api, endpointsOf, type HomeDefinitions } from './api.ts';
import { homeCalls } from './home-calls.ts';

/** All calls but those of employees; those of the homes come with the dashboard. */
export const homeApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(homeCalls)(build) as unknown as HomeDefinitions,
});
