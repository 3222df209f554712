import { callTable } from './call-table.ts';

/** The same of the calls of the page of an order's link. */
export const orderLinkCalls = callTable('orderLinks');
