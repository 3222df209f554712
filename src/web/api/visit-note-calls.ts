import { callTable } from './call-table.ts';

/** The same of what workers write at visits. */
export const visitNoteCalls = callTable('visitNotes');
