import { api, endpointsOf, type StaffDefinitions } from './api.ts';
import { staffCalls } from './staff-calls.ts';

/** All calls: those of employees alone come with the first of their pages. */
export const staffApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(staffCalls)(build) as unknown as StaffDefinitions,
});
