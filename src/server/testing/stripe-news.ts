import { vi } from 'vitest';
import { withClient } from './backup-checks.ts';
import type { TestWorld } from './world.ts';

/**
 * Waits until Stripe has told of every event, and does the jobs that come of them: what it still has to tell would be
 * written in the middle of what a test does next.
 * @throws Error when events are still untold after half a minute
 */
export async function hearAllOfStripe(test: TestWorld): Promise<void> {
  const untold = 'select from sandbox_stripe.webhook_delivery where delivered_at is null';
  const url = String(test.world.database.$client.options.connectionString);
  await vi.waitFor(
    async () => {
      const { rowCount } = await withClient(url, (client) => client.query(untold));
      if (rowCount !== 0) throw new Error(`Stripe still has to tell of ${rowCount} events`);
    },
    { timeout: 60_000 },
  );
  await test.drain();
}

/** Lets the bank decide all disputes that are open. */
export async function endDisputes(test: TestWorld, how: 'win' | 'lose'): Promise<void> {
  await hearAllOfStripe(test);
  for (const dispute of (await test.world.stripe.disputes.list({})).data) {
    if (!dispute.status.endsWith('needs_response')) continue;
    const uncategorized_text = how === 'win' ? 'winning_evidence' : 'losing_evidence';
    await test.world.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text } });
  }
  await hearAllOfStripe(test);
}
