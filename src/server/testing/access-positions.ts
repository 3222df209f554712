import type { Endpoint } from '#contract/endpoint.ts';

/** What a call carries besides who makes it. */
export type Call = { params?: unknown; query?: unknown; body?: unknown };

/** Where an id stands in a call: `['body', 'engagements', '1', 'id']`. */
export type JsonPath = readonly string[];
/** One id of a call; `schemaPath` has `*` for the index of an array. */
export type IdPosition = { place: JsonPath; schemaPath: string; value: unknown };

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'];
const leaves = ['string', 'number', 'int', 'boolean', 'bigint', 'enum', 'literal', 'date', 'undefined', 'null'];
const opaque = ['any', 'unknown', 'never', 'void', 'nan', 'transform', 'custom', 'template_literal', 'file'];

/**
 * Every id of a call, found by walking the endpoint's schemas along its values: what is a uuid there, and text whose
 * name ends in Id, such as Stripe's. An id that is left out of the call is found too, without a value.
 */
export function idPositions(endpoint: Endpoint, call: Call): IdPosition[] {
  const parts = ['params', 'query', 'body'] as const;
  return parts.flatMap((part) => walk(endpoint[part], call[part], [part], part));
}

/** @returns the objects of a call's body with the names that the schema lists for each */
export function bodyObjects(endpoint: Endpoint, body: unknown): { place: JsonPath; names: string[] }[] {
  return objects(endpoint.body, body, []);
}

function walk(schema: unknown, value: unknown, place: JsonPath, schemaPath: string): IdPosition[] {
  const def = definitionOf(schema);
  const type = String(def.type);
  if (wrappers.includes(type)) return walk(def.innerType, value, place, schemaPath);
  if (type === 'pipe') return walk(def.in, value, place, schemaPath);
  if (type === 'object') {
    return Object.entries(recordOf(def.shape)).flatMap(([name, inner]) =>
      walk(inner, recordOf(value)[name], [...place, name], `${schemaPath}.${name}`),
    );
  }
  if (type === 'array') {
    const items: unknown[] = Array.isArray(value) && value.length > 0 ? value : [undefined];
    return items.flatMap((item, index) => walk(def.element, item, [...place, String(index)], `${schemaPath}.*`));
  }
  if (type === 'record') {
    const items = Object.entries(recordOf(value));
    return items.flatMap(([name, inner]) => walk(def.valueType, inner, [...place, name], `${schemaPath}.*`));
  }
  if (type === 'union' || type === 'intersection') {
    const found = partsOf(def).flatMap((one) => walk(one, value, place, schemaPath));
    return found.filter(({ place: at }, index) => found.findIndex((one) => one.place.join() === at.join()) === index);
  }
  if (!leaves.includes(type) && !opaque.includes(type)) {
    throw new Error(`${schemaPath} is a zod ${type}: teach src/server/testing/access-positions.ts to look into it`);
  }
  const name = schemaPath.split('.').findLast((part) => part !== '*') ?? '';
  const isId = type === 'string' && (def.format === 'uuid' || def.format === 'guid' || /Ids?$/.test(name));
  return isId ? [{ place, schemaPath, value }] : [];
}

function objects(schema: unknown, value: unknown, place: JsonPath): { place: JsonPath; names: string[] }[] {
  const def = definitionOf(schema);
  const type = String(def.type);
  if (wrappers.includes(type)) return objects(def.innerType, value, place);
  if (type === 'pipe') return objects(def.in, value, place);
  if (type === 'intersection') {
    const [first, ...others] = partsOf(def).flatMap((one) => objects(one, value, place));
    // What stands side by side is one object with the names of all.
    return first ? [{ place, names: [first, ...others].flatMap(({ names }) => names) }] : [];
  }
  if (type === 'array' && Array.isArray(value)) {
    return value.flatMap((item, index) => objects(def.element, item, [...place, String(index)]));
  }
  if (type !== 'object' || typeof value !== 'object' || value === null) return [];
  const shape = recordOf(def.shape);
  const inner = Object.entries(shape).flatMap(([name, one]) => objects(one, recordOf(value)[name], [...place, name]));
  return [{ place, names: Object.keys(shape) }, ...inner];
}

/** @returns what stands at a place of a value */
export const valueAt = (value: unknown, place: JsonPath): unknown =>
  place.reduce<unknown>((inner, step) => (Array.isArray(inner) ? inner[Number(step)] : recordOf(inner)[step]), value);

/** @returns a copy of a value with another one at a place */
export function withValueAt(value: unknown, [step, ...rest]: JsonPath, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === step ? withValueAt(item, rest, replacement) : item));
  }
  const record = recordOf(value);
  return { ...record, [step]: withValueAt(record[step], rest, replacement) };
}

/** @returns a copy of a call with another value at some of its ids */
export function withIds(call: Call, positions: readonly IdPosition[], replacement: (value: unknown) => unknown): Call {
  return positions.reduce<Call>(
    (changed, { place, value }) => recordOf(withValueAt(changed, place, replacement(value))),
    call,
  );
}

/** @returns an object as it is, anything else as an empty one */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const partsOf = (def: Record<string, unknown>): unknown[] =>
  Array.isArray(def.options) ? def.options : [def.left, def.right];

/** zod keeps its definition where spreading a schema does not reach. */
function definitionOf(schema: unknown): Record<string, unknown> {
  const inside: unknown = typeof schema === 'object' && schema !== null && Reflect.get(schema, '_zod');
  const definition: unknown = typeof inside === 'object' && inside !== null && Reflect.get(inside, 'def');
  if (typeof definition === 'object' && definition !== null && 'type' in definition) return { ...definition };
  throw new Error('This is no schema of zod: teach src/server/testing/access-positions.ts to read it');
}
