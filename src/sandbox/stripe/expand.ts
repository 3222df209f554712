import { invalidParameter } from './errors.ts';
import { optionalTexts, type Params } from './parameters.ts';
import type { Store } from './store.ts';

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces the ids that `expand[]` names by their objects (https://docs.stripe.com/api/expanding_objects). */
export async function expandAnswer(store: Store, body: object, params: Params): Promise<object> {
  const paths = optionalTexts(params, 'expand') ?? [];
  const copy: unknown = structuredClone(body);
  for (const path of paths) await expandPath(store, copy, path.split('.'), path);
  return isFields(copy) ? copy : body;
}

async function expandPath(store: Store, node: unknown, names: string[], path: string): Promise<void> {
  const [name, ...rest] = names;
  if (name === undefined || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) await expandPath(store, each, names, path);
    return;
  }
  // Only a refund that failed has it.
  if (isFields(node) && name === 'failure_balance_transaction' && !(name in node)) return;
  if (!isFields(node) || !(name in node)) {
    throw invalidParameter(
      `This property cannot be expanded (${path}). You may want to try expanding another property.`,
      'expand',
    );
  }
  if (typeof node[name] === 'string') {
    const found = await store.findAny(node[name]);
    if (found === undefined) throw invalidParameter(`This property cannot be expanded (${path}).`, 'expand');
    node[name] = found;
  }
  await expandPath(store, node[name], rest, path);
}
