import type { ErrorBody } from './errors.ts';
import { missing } from './errors.ts';
import type { Kind, ObjectOf, StripeObject } from './objects.ts';
import type { Params } from './parameters.ts';
import type { Store } from './store.ts';

/** The input of the stand-in's endpoints. */
export type Context = {
  store: Store;
  params: Params;
  path: string;
  /** The ids in the path, in order. */
  pathIds: string[];
  /** Business time in epoch seconds, for the stamps of objects. */
  now: number;
  /** Whether the caller has only a publishable key: then it needs an object's client secret for everything. */
  publishable: boolean;
  /** Records an event in the request's transaction; a webhook delivers it after the commit. */
  emit: (type: string, object: StripeObject, account?: string) => Promise<void>;
  /** Does something once the answer is written, in the request's transaction: the answer knows nothing of it. */
  later: (act: () => Promise<void>) => void;
};

/** An endpoint's answer. A returned error keeps the endpoint's changes; a thrown error undoes them. */
export type Answer = { status: number; body: object };

export type Endpoint = (context: Context) => Promise<Answer>;

export function ok(body: object): Answer {
  return { status: 200, body };
}

/** Answers 402 and keeps the changes, as for a declined charge. */
export function declined(error: ErrorBody): Answer {
  return { status: 402, body: { error } };
}

/** @param index which of the path's ids */
export function pathId(context: Context, index = 0): string {
  return context.pathIds[index] ?? '';
}

/** Loads the object of the path's id and locks it until the transaction ends; throws Stripe's 404. */
export async function loadFromPath<K extends Kind>(context: Context, kind: K): Promise<ObjectOf<K>> {
  const id = pathId(context);
  const object = await context.store.find(kind, id, true);
  if (object === undefined) throw missing(kind, id);
  return object;
}
