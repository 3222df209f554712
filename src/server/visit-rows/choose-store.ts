import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { visits } from '../database/schema/visits.ts';
import type { VisitRow } from './fill-store.ts';

/** Notes which days people chose for visits, and which workers; of one that was missed also where it looks for its place. */
export async function updateChosen(transaction: Transaction, chosen: readonly VisitRow[]): Promise<void> {
  const rows = chosen.map(({ id, setDay, setWorker, setAt, day, state, offBy }) => ({
    ...{ id, setDay, setWorker, setAt, day, state, offBy },
  }));
  await transaction.execute(sql`
    update ${visits} set set_day = given."setDay", set_worker_profile_id = given."setWorker",
      set_at = case when given."setDay" is not null then to_timestamp(given."setAt") end, day = given.day, state = given.state,
      off_by = given."offBy"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(id uuid, "setDay" date, "setWorker" uuid, "setAt" double precision, day date, state text, "offBy" text)
    where ${visits.id} = given.id`);
}
