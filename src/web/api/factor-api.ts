import { api, endpointsOf, type FactorDefinitions } from './api.ts';
import { factorCalls } from './factor-calls.ts';

/** All calls but those of employees; those of second factors come with the second step of a sign-in, and where they are set up. */
export const factorApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(factorCalls)(build) as unknown as FactorDefinitions,
});
