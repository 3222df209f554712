import { callTable } from './call-table.ts';

/** The same of the calls of second factors. */
export const factorCalls = callTable('factors');
