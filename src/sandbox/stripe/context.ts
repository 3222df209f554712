import type { ErrorBody } from './errors.ts';
import { missing } from './errors.ts';
import type { Kind, ObjectOf, StripeObject } from './objects.ts';
import type { Params } from './parameters.ts';
import type { Store } from './store.ts';

/** What an endpoint of the stand-in is given. */
export type Context = {
  store: Store;
  params: Params;
  path: string;
  /** The ids in the path, in order. */
  pathIds: string[];
  /** Business time in epoch seconds, as Stripe stamps its objects. */
  now: number;
  /** True when the caller holds only a publishable key: it may do nothing without an object's client secret. */
  publishable: boolean;
  /** Records an event in the request's transaction, to be delivered as a webhook after the commit. */
  emit: (type: string, object: StripeObject, account?: string) => Promise<void>;
};

/** What an endpoint answers. An error answer that is returned keeps what was changed; a thrown one does not. */
export type Answer = { status: number; body: object };

export type Endpoint = (context: Context) => Promise<Answer>;

export function ok(body: object): Answer {
  return { status: 200, body };
}

/** 402 with the changes kept, as for a declined charge. */
export function declined(error: ErrorBody): Answer {
  return { status: 402, body: { error } };
}

/** The id at this place in the path. */
export function pathId(context: Context, index = 0): string {
  return context.pathIds[index] ?? '';
}

/** The object of the path's id, locked until the transaction ends, or Stripe's 404. */
export async function loadFromPath<K extends Kind>(context: Context, kind: K): Promise<ObjectOf<K>> {
  const id = pathId(context);
  const object = await context.store.find(kind, id, true);
  if (object === undefined) throw missing(kind, id);
  return object;
}
