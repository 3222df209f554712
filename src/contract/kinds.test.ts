import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from './contract.ts';
import { cleaners } from './fields.ts';

/** What the kinds of schemas hold. */
type Inner = Partial<Record<'element' | 'innerType' | 'in' | 'out' | 'left' | 'right', unknown>> & {
  type: string;
  shape?: object;
  options?: unknown[];
};
type Text = { path: string; def: z.core.$ZodStringDef };
type Field = { path: string; type: string; schema: z.core.$ZodType };

/** @returns each text, number and day in a schema, with its place; a kind of schema that it does not know is an error */
function* fieldsIn(schema: unknown, path: string): Generator<Field> {
  const { def } = (schema as { _zod: { def: Inner } })._zod;
  const within = (inner: unknown, name = '') => fieldsIn(inner, `${path}${name}`);
  switch (def.type) {
    case 'string':
    case 'number':
      return yield { path, type: def.type, schema: schema as z.core.$ZodType };
    case 'object':
      if (def.shape && 'year' in def.shape && 'day' in def.shape)
        yield { path, type: 'day', schema: schema as z.core.$ZodType };
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

const fields = Object.entries(contract).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => [...fieldsIn(schema, `${name}.${part}`)]),
);
const texts = fields
  .filter(({ type }) => type === 'string')
  .map(({ path, schema }): Text => ({ path, def: schema._zod.def as z.core.$ZodStringDef }));

/** The numbers of a day are judged together. */
const isOfDay = (path: string) => /\.body\..*\.(year|month|day)$/.test(path);
const largest = 2_147_483_647;
type Limit = { check: string; value: number };

test('each number that may come in has limits within the database’s integers', () => {
  const numbers = fields.filter(({ type, path }) => type === 'number' && !isOfDay(path));
  const unlimited = numbers.filter(({ schema }) => {
    const { checks = [], format } = schema._zod.def as z.core.$ZodNumberFormatDef;
    const limits = checks.map(({ _zod }) => _zod.def as Limit);
    const isLeast = limits.some(({ check, value }) => check === 'greater_than' && value >= -largest - 1);
    const isMost = limits.some(({ check, value }) => check === 'less_than' && value <= largest);
    return format !== 'int32' && !(isLeast && isMost);
  });
  expect(numbers.length).toBeGreaterThan(50);
  expect(unlimited.map(({ path }) => path)).toEqual([]);
});

test('each day that may come in is a real one', () => {
  const days = fields.filter(({ type }) => type === 'day');
  const judged = days.filter(({ schema }) => !z.safeParse(schema, { year: largest + 1, month: 1, day: 1 }).success);
  expect(days.length).toBeGreaterThan(20);
  expect(days.filter((day) => !judged.includes(day)).map(({ path }) => path)).toEqual([]);
});

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
  [/(query|body)\..*city$/, ['city', 'code']],
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
