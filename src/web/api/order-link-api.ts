import { api, endpointsOf, type OrderLinkDefinitions } from './api.ts';
import { orderLinkCalls } from './order-link-calls.ts';

/** All calls but those of employees; those of the page of an order's link come with it. */
export const orderLinkApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(orderLinkCalls)(build) as unknown as OrderLinkDefinitions,
});
