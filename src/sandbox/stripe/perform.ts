import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, onConnection } from '../postgres.ts';
import type { Context, Endpoint } from './context.ts';
import { type ErrorBody, insufficientBalance, Refusal } from './errors.ts';
import { expandAnswer } from './expand.ts';
import type { Fault } from './faults.ts';
import { keyPatience, type StoredAnswer, takeKey } from './idempotency.ts';
import { newId } from './ids.ts';
import type { StripeEvent } from './objects.ts';
import type { Params } from './parameters.ts';
import { openStore } from './store.ts';
import { queueDeliveries } from './webhooks.ts';

/** One authorised request to the stand-in. */
type Request = {
  method: string;
  path: string;
  body: string;
  params: Params;
  pathIds: string[];
  publishable: boolean;
  endpoint: Endpoint;
  idempotencyKey: string | undefined;
  requestId: string;
  apiVersion: string;
  /** Business time in epoch seconds. */
  now: number;
  /** Whether it has no events. */
  isSilent: boolean;
  faults: Fault[];
};

export type Outcome = StoredAnswer & { replayed: boolean /** Whether it has sent events. */; emitted: boolean };

function errorAnswer(status: number, error: ErrorBody): StoredAnswer {
  return { status, body: JSON.stringify({ error }, undefined, 2) };
}

/** @returns Stripe's answer to a failure of its own */
export function serverError(requestId: string): StoredAnswer {
  return errorAnswer(500, {
    type: 'api_error',
    message: `An unknown error occurred. (Request ${requestId})`,
  });
}

export function refusalAnswer(refusal: Refusal): StoredAnswer {
  return errorAnswer(refusal.status, refusal.body);
}

/**
 * Carries out a request in one transaction; one that only reads needs none. Its objects, its events, the queued webhooks and the answer under the
 * Idempotency-Key commit together or not at all.
 */
export async function perform(pool: Pool, request: Request): Promise<Outcome> {
  const struck = (kind: Fault['kind']) => request.faults.find((fault) => fault.kind === kind);
  const isRead = request.method === 'GET';
  try {
    const key = request.idempotencyKey;
    const act = async (client: PoolClient): Promise<Outcome> => {
      if (key !== undefined) {
        const first = await takeKey(client, key, fingerprintOf(request), request.now);
        if (first !== undefined) return { ...first, replayed: true, emitted: false };
      }
      const store = openStore(client);
      const delay = struck('delay');
      if (delay !== undefined) await pause(delay.delayMs ?? 1000);
      let answer = serverError(request.requestId);
      const events: StripeEvent[] = [];
      if (struck('error-before-acting') === undefined) {
        const later: (() => Promise<void>)[] = [];
        try {
          if (struck('insufficient-balance') !== undefined) throw insufficientBalance();
          const context = contextOf(request, store, events, later);
          const result = await request.endpoint(context);
          const body = result.status === 200 ? await expandAnswer(store, result.body, request.params) : result.body;
          answer = { status: result.status, body: JSON.stringify(body, undefined, 2) };
          for (const act of later) await act();
          if (struck('lose-webhooks') === undefined) await queueDeliveries(client, events, request.faults);
        } catch (error) {
          if (!(error instanceof Refusal) || error.beforeActing) throw error;
          await store.forget();
          answer = refusalAnswer(error);
        }
        if (struck('error-after-acting') !== undefined) answer = serverError(request.requestId);
      }
      // The first answer is kept for repeats, whatever it is.
      await store.write(key === undefined ? undefined : { key, ...answer });
      return { ...answer, replayed: false, emitted: events.length > 0 };
    };
    if (isRead) return await onConnection(pool, act);
    return await inTransaction(pool, act, key === undefined ? undefined : keyPatience);
  } catch (error) {
    if (error instanceof Refusal) return { ...refusalAnswer(error), replayed: false, emitted: false };
    throw error;
  }
}

function fingerprintOf(request: Request): string {
  return createHash('sha256').update(`${request.method} ${request.path}\n${request.body}`).digest('hex');
}

function contextOf(
  request: Request,
  store: Context['store'],
  events: StripeEvent[],
  later: (() => Promise<void>)[],
): Context {
  return {
    later: (act) => later.push(act),
    store,
    params: request.params,
    path: request.path,
    pathIds: request.pathIds,
    now: request.now,
    publishable: request.publishable,
    async emit(type, object, account) {
      if (request.isSilent) return;
      const event: StripeEvent = {
        id: newId('evt'),
        object: 'event',
        ...(account === undefined ? {} : { account }),
        api_version: request.apiVersion,
        created: request.now,
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: request.requestId, idempotency_key: request.idempotencyKey ?? null },
        type,
      };
      await store.save(event);
      events.push(event);
    },
  };
}
