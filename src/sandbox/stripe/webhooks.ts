import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { askOften } from '../postgres.ts';
import type { Fault } from './faults.ts';
import type { StripeEvent } from './objects.ts';

type WebhookTarget = {
  pool: Pool;
  url: string;
  secret: string;
  /** The first pause before a repeat, in milliseconds. It doubles with each attempt, up to a minute. */
  retryBaseMs: number;
};

const longestPauseMs = 60_000;
const leaseMs = 30_000;
const answerWithinMs = 10_000;
const firstDue = `min(greatest(due_at, coalesce(leased_until, due_at))) as due
  from sandbox_stripe.webhook_delivery where delivered_at is null`;

/** @returns the `Stripe-Signature` header of a payload (https://docs.stripe.com/webhooks#verify-manually) */
function signPayload(payload: string, secret: string, epochSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${epochSeconds}.${payload}`).digest('hex');
  return `t=${epochSeconds},v1=${signature}`;
}

/** Queues a request's events in its transaction; faults may duplicate or reverse them. */
export async function queueDeliveries(client: PoolClient, events: StripeEvent[], faults: Fault[]): Promise<void> {
  const copies = faults.some((fault) => fault.kind === 'duplicate-webhooks') ? 2 : 1;
  const reorder = faults.find((fault) => fault.kind === 'reorder-webhooks');
  const stepMs = reorder === undefined ? 0 : (reorder.delayMs ?? 500);
  if (events.length === 0) return;
  const rows = events.flatMap(({ id }, index) => {
    const due_at = new Date(Date.now() + (events.length - index) * stepMs);
    return Array.from({ length: copies }, () => ({ event_id: id, due_at }));
  });
  await askOften(
    client,
    'queue deliveries',
    `insert into sandbox_stripe.webhook_delivery (event_id, due_at)
     select event_id, due_at from json_to_recordset($1) queued (event_id text, due_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Delivers queued events one after the other, each until it gets a 2xx answer. It uses real time, not the business's
 * clock, because the SDK refuses signatures older than five minutes. The queue is in the database, so it survives a
 * restart; a lease keeps two processes from sending the same event.
 */
export function startDelivery(target: WebhookTarget) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  async function takeNext(): Promise<{ id: string; attempts: number; event: StripeEvent } | undefined> {
    const now = Date.now();
    const { rows } = await target.pool.query<{ id: string; attempts: number; event: StripeEvent }>(
      `update sandbox_stripe.webhook_delivery as delivery
       set leased_until = $2, attempts = attempts + 1
       from sandbox_stripe.object as event
       where event.id = delivery.event_id
         and delivery.id = (
           select id from sandbox_stripe.webhook_delivery
           where delivered_at is null and due_at <= $1 and (leased_until is null or leased_until <= $1)
           order by due_at, id limit 1 for update skip locked
         )
       returning delivery.id, delivery.attempts, event.data as event`,
      [new Date(now), new Date(now + leaseMs)],
    );
    return rows[0];
  }

  async function post(event: StripeEvent): Promise<{ delivered: boolean; outcome: string }> {
    const payload = JSON.stringify(event, undefined, 2);
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signPayload(payload, target.secret, Math.floor(Date.now() / 1000)),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithinMs)]),
      });
      await response.arrayBuffer();
      return { delivered: response.ok, outcome: String(response.status) };
    } catch (error) {
      return { delivered: false, outcome: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Delivers what is due. @returns when the next one is due; undefined when none waits */
  async function deliverDue(): Promise<Date | undefined> {
    for (let next = await takeNext(); next !== undefined; next = await takeNext()) {
      const { delivered, outcome } = await post(next.event);
      const now = Date.now();
      const pauseMs = Math.min(target.retryBaseMs * 2 ** Math.min(next.attempts - 1, 20), longestPauseMs);
      const { rows } = await target.pool.query<{ due: Date | null }>(
        `with done as (
           update sandbox_stripe.webhook_delivery
           set leased_until = null, delivered_at = $2, due_at = $3, last_outcome = $4 where id = $1
         )
         select ${firstDue} and id <> $1`,
        [next.id, delivered ? new Date(now) : null, new Date(now + (delivered ? 0 : pauseMs)), outcome],
      );
      if (stopping.signal.aborted) return undefined;
      const due = rows[0]?.due;
      if (delivered && !(due && due.getTime() <= Date.now())) return due ?? undefined;
    }
    const { rows } = await target.pool.query<{ due: Date | null }>(`select ${firstDue}`);
    return rows[0]?.due ?? undefined;
  }

  async function run(): Promise<void> {
    let due: Date | undefined;
    do {
      again = false;
      due = await deliverDue();
    } while (again && !stopping.signal.aborted);
    if (stopping.signal.aborted || !due) return;
    timer = setTimeout(wake, Math.max(20, due.getTime() - Date.now()));
    timer.unref();
  }

  function wake(): void {
    if (stopping.signal.aborted) return;
    if (running !== undefined) {
      again = true;
      return;
    }
    clearTimeout(timer);
    running = run()
      .catch(() => {
        // The database may be gone for a moment; the queue is in it, so nothing is lost.
        timer = setTimeout(wake, target.retryBaseMs);
        timer.unref();
      })
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  }

  return {
    /** Looks for due deliveries now; call it after a commit. */
    wake,
    /** Waits until no delivery runs, and plans none. */
    async rest(): Promise<void> {
      while (running !== undefined) await running;
      clearTimeout(timer);
    },
    /** Waits for a running delivery, and delivers no more. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
