import type * as z from 'zod/mini';
import { useLeftOut } from './use-address.ts';

/**
 * What a list is narrowed to. What its call does not know is left out; days that are none together, as the last before the first, are a
 * problem to tell at their field.
 * @param call the query of the list's call
 * @param asked what the page's address has, by name
 */
export function useAddressQuery<Query extends z.ZodMiniType>(
  call: Query,
  asked: Record<string, string | undefined>,
): { query: z.output<Query> | undefined; problem: z.core.$ZodIssue | undefined } {
  const first = call.safeParse(asked);
  const ofDays = ({ code, path: [name] }: z.core.$ZodIssue) => code === 'custom' && (name === 'to' || name === 'from');
  const unknown = [
    ...new Set(first.error?.issues.filter((one) => !ofDays(one)).map(({ path: [name] }) => String(name))),
  ];
  useLeftOut(unknown);
  const known = Object.fromEntries(Object.entries(asked).filter(([name]) => !unknown.includes(name)));
  const { data, error } = unknown.length === 0 ? first : call.safeParse(known);
  return { query: data, problem: error?.issues[0] };
}
