import { callTable } from './call-table.ts';

/** The same of the calls of employees alone, which only their pages load. */
export const staffCalls = callTable('staff');
