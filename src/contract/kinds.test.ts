import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract } from './contract.ts';
import { cleaners } from './fields.ts';

/** What the kinds of schemas hold. */
type Inner = Partial<Record<'element' | 'innerType' | 'in' | 'out' | 'left' | 'right', unknown>> & {
  type: string;
  shape?: object;
  options?: unknown[];
};
type Text = { path: string; def: z.core.$ZodStringDef };

/** @returns each text in a schema, with its place; a kind of schema that it does not know is an error */
function* textsIn(schema: unknown, path: string): Generator<Text> {
  const { def } = (schema as { _zod: { def: Inner } })._zod;
  const within = (inner: unknown, name = '') => textsIn(inner, `${path}${name}`);
  switch (def.type) {
    case 'string':
      return yield { path, def: def as unknown as z.core.$ZodStringDef };
    case 'object':
      for (const [name, field] of Object.entries(def.shape ?? {})) yield* within(field, `.${name}`);
      return;
    case 'array':
      return yield* within(def.element, '[]');
    case 'optional':
    case 'nullable':
    case 'default':
      return yield* within(def.innerType);
    case 'pipe':
      yield* within(def.in);
      return yield* within(def.out);
    case 'intersection':
      yield* within(def.left);
      return yield* within(def.right);
    case 'union':
      for (const option of def.options ?? []) yield* within(option);
      return;
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'undefined':
    case 'transform':
      return;
    default:
      throw new Error(`${path} is of a kind that this test does not know: ${def.type}`);
  }
}

/** Ids, moments and days have a form of their own, and nothing to be cleaned of. */
const exact = ['uuid', 'datetime', 'date'];
const all: readonly unknown[] = Object.values(cleaners);
const kindOf = ({ def }: Text) => {
  const [first] = def.checks ?? [];
  const format = (def as { format?: string }).format ?? '';
  return exact.includes(format) ? format : Object.keys(cleaners)[all.indexOf(first)];
};

const texts = Object.entries(contract).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => [...textsIn(schema, `${name}.${part}`)]),
);

test('each text that may come in is of one kind, and cleaned before it is judged', () => {
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter((text) => kindOf(text) === undefined).map(({ path }) => path)).toEqual([]);
});

test.each([
  [/[pP]assword$/, ['password']],
  [/(firstName|lastName|displayName)$/, ['name']],
  [/(email|contactEmail|body\.from)$/, ['email']],
  [/([pP]hone)$/, ['phone']],
  [/zipCode$/, ['zip']],
  [/streetAddress\d$/, ['street']],
  [/(gateNotes|dogNotes|description|details|\.note|cancelNote|message|referral)$/, ['lines', 'line']],
  [/(username|couponName|joinCode|recoveryCode|\.code)$/, ['code']],
  [/(token|challenge|after|picture)$/, ['opaque']],
] as const)('what ends with %s is of the same kind in every form and call', (name, kinds) => {
  const found = texts.filter(({ path }) => name.test(path));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((text) => !(kinds as readonly unknown[]).includes(kindOf(text))).map(({ path }) => path)).toEqual(
    [],
  );
});
