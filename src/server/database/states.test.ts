import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import * as engagement from '#domain/engagement-status.ts';
import { engagementStatuses } from '#domain/enums.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import * as states from './schema/states.ts';

yardpackTest('a state of an engagement is the same in SQL and in TypeScript', async ({ yardpack }) => {
  const { database } = yardpack.world;
  for (const status of engagementStatuses) {
    const row = { status: sql`${status}::text` };
    const { rows } = await database.execute(
      sql`select ${states.isProposal(row)} as proposal, ${states.isActive(row)} as active, ${states.isLive(row)} as live`,
    );
    expect(rows, status).toEqual([
      {
        proposal: engagement.isProposal({ status }),
        active: engagement.isActive({ status }),
        live: engagement.isLive({ status }),
      },
    ]);
  }
});

yardpackTest('a price waits for its customer alike in SQL and in TypeScript', async ({ yardpack }) => {
  for (const [baseCost, agreedBaseCost] of [
    [1500, 1501],
    [1500, 1500],
    [1501, 1500],
  ] as const) {
    const row = { baseCost: sql`${baseCost}::int`, agreedBaseCost: sql`${agreedBaseCost}::int` };
    const { rows } = await yardpack.world.database.execute(sql`select ${states.awaitsAgreement(row)} as waits`);
    expect(rows).toEqual([{ waits: awaitsAgreement({ baseCost, agreedBaseCost }) }]);
  }
});
