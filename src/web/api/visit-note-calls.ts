import { callTable } from './call-table.ts';

/** The same of what a worker writes at a visit. */
export const visitNoteCalls = callTable('visitNotes');
