import { invalidParameter } from './errors.ts';
import type { Metadata } from './objects.ts';

/** A request's parameters, which `qs` reads from the query or the form-encoded body. */
export type Params = Record<string, unknown>;

function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missingParameter(name: string) {
  return invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing');
}

/** Refuses names outside the list with Stripe's `parameter_unknown`. `expand` is always allowed. */
export function allowOnly(params: Params, names: string[]): void {
  for (const name of Object.keys(params)) {
    if (name === 'expand' || names.includes(name)) continue;
    throw invalidParameter(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
}

/** @returns a text parameter; undefined when absent; '' when the client wants to unset the value, as at Stripe */
export function optionalText(params: Params, name: string, label = name): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidParameter(`Invalid string: ${JSON.stringify(value)}`, label);
  if (value.includes('\u0000')) throw invalidParameter('Invalid string: null characters are not allowed', label);
  return value;
}

/** @returns a text parameter, which must not be empty */
export function requiredText(params: Params, name: string, label = name): string {
  const value = optionalText(params, name, label);
  if (value === undefined) throw missingParameter(label);
  if (value === '') {
    throw invalidParameter(
      `You passed an empty string for '${label}'. We assume empty values are an attempt to unset a parameter; however '${label}' cannot be unset. You should remove '${label}' from your request or supply a non-empty value.`,
      label,
      'parameter_invalid_empty',
    );
  }
  return value;
}

/** @returns a text; null when it is absent or empty */
export function textOrNull(params: Params, name: string): string | null {
  return optionalText(params, name) || null;
}

/** @returns a whole number, which comes as text; undefined when absent or `''` */
export function optionalInteger(params: Params, name: string, label = name): number | undefined {
  const value = optionalText(params, name, label);
  if (value === undefined || value === '') return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidParameter(`Invalid integer: ${value}`, label, 'parameter_invalid_integer');
  }
  return Number(value);
}

export function requiredInteger(params: Params, name: string, label = name): number {
  const value = optionalInteger(params, name, label);
  if (value === undefined) throw missingParameter(label);
  return value;
}

/** @returns true or false, which come as text; undefined when absent or `''` */
export function optionalFlag(params: Params, name: string): boolean | undefined {
  const value = optionalText(params, name);
  if (value === undefined || value === '') return undefined;
  if (value !== 'true' && value !== 'false') throw invalidParameter(`Invalid boolean: ${value}`, name);
  return value === 'true';
}

/** @returns a nested object such as `transfer_data[destination]`; undefined when absent */
export function optionalGroup(params: Params, name: string): Params | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (!isParams(value)) throw invalidParameter('Invalid object', name);
  return value;
}

/** @returns a list such as `expand[]`; undefined when absent */
export function optionalTexts(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  const list = isParams(value) ? Object.values(value) : value;
  if (!Array.isArray(list)) throw invalidParameter('Invalid array', name);
  return list.map((item) => {
    if (typeof item !== 'string') throw invalidParameter(`Invalid string: ${JSON.stringify(item)}`, name);
    return item;
  });
}

/** @returns one of the values; undefined when absent */
export function optionalChoice<T extends string>(params: Params, name: string, values: readonly T[]): T | undefined {
  const value = optionalText(params, name);
  if (value === undefined) return undefined;
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) {
    throw invalidParameter(`Invalid ${name}: must be one of ${values.join(', ')}`, name);
  }
  return known;
}

export function requiredChoice<T extends string>(params: Params, name: string, values: readonly T[]): T {
  const value = optionalChoice(params, name, values);
  if (value === undefined) throw missingParameter(name);
  return value;
}

/** Reads the `metadata` of a new object. */
export function readMetadata(params: Params): Metadata {
  const given = optionalGroup(params, 'metadata') ?? {};
  if (Object.keys(given).length > 50) throw invalidParameter('Metadata can hold up to 50 keys.', 'metadata');
  const entries = Object.keys(given).map((key) => [key, requiredText(given, key, `metadata[${key}]`)] as const);
  const tooLong = entries.find(([key, value]) => key.length > 40 || value.length > 500);
  if (tooLong) throw invalidParameter('Metadata keys have up to 40, values up to 500 characters.', 'metadata');
  return Object.fromEntries(entries);
}
