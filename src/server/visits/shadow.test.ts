import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDayToCome } from '#domain/visit-class.ts';
import { visitsWaitingOn } from '../database/due-visits.ts';
import { works } from '../database/schema/engagements.ts';
import { act, actOfDays, type Business, make, names, openBusiness, truthOf } from '../testing/plan-acts.ts';

/** @returns the 13 weeks from the first day on of which a visit is still to come */
const daysToCome = ({ yardpack }: Business) =>
  Array.from({ length: 91 }, (_, ahead) => firstDayToCome(yardpack.world.clock.now()).add({ days: ahead }));

/** @returns on which day who comes, as the statements of lists and reminders have it; they leave out what is begun */
async function listed({ yardpack, workers, engagement }: Business, days: readonly Temporal.PlainDate[]) {
  const ofDay = (day: Temporal.PlainDate) =>
    sql`select ${day.toString()} as day, visit.worker_profile_id as worker from ${visitsWaitingOn(day, [engagement.id])} visit`;
  const { rows } = await yardpack.world.database.execute<{ day: string; worker: string | null }>(
    sql.join(days.map(ofDay), sql` union all `),
  );
  const nameOf = (id: string | null) => names.find((name) => workers[name].profileId === id) ?? '';
  return new Map(rows.map(({ day, worker }) => [day, nameOf(worker)]));
}

async function begunDays({ yardpack, engagement }: Business) {
  const { database } = yardpack.world;
  const rows = await database.select({ day: works.date }).from(works).where(eq(works.engagementId, engagement.id));
  return rows.map(({ day }) => day.toString());
}

const anyAct = fc.oneof(act, actOfDays);

/** Others than those of the suite are tried by hand: RUNS=2000 SEED=7 npx vitest run --project server shadow */
const runs = { numRuns: Number(process.env.RUNS ?? 8), seed: Number(process.env.SEED ?? 1) };

test('after whatever is done, lists have the visits that the plan and what differs from it have', {
  timeout: 0,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 2, maxLength: 8 }), async (acts) => {
      const business = await openBusiness(2, ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_SATURDAY']);
      try {
        const made: string[] = [];
        for (const one of acts) {
          made.push(await make(business, new Map(), one));
          const days = daysToCome(business);
          const begun = await begunDays(business);
          const due = [...(await truthOf(business, days))].filter(([day]) => !begun.includes(day));
          expect([...(await listed(business, days))].sort(), made.join('\n')).toEqual(due.sort());
        }
        if (process.env.SHOW) console.log(`${made.join('\n')}\n`);
      } finally {
        await business.yardpack.close();
      }
    }),
    runs,
  );
});
