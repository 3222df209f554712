import { callTable } from './call-table.ts';

/** The same of the calls of the homes. */
export const homeCalls = callTable('homes');
