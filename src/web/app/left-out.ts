import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { infoAlert } from './alerts.ts';
import { dayOfText } from './day-text.ts';
import { useAppDispatch } from './store.ts';

/**
 * Takes out of the page's address what its list cannot be narrowed to, and says so. The list is shown without it.
 * @param names of what the address has and nobody knows
 */
export function useLeftOut(names: readonly string[]): void {
  const dispatch = useAppDispatch();
  const [parameters, setParameters] = useSearchParams();
  const address = names.length > 0 ? String(parameters) : '';
  // Of two that leave something out at once the second overwrites what the first did; so it does it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such address
  useEffect(() => {
    if (address === '') return;
    dispatch(infoAlert('This address asked for something that the list does not know. It is left out.'));
    setParameters(
      (before) => {
        for (const name of names) before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [address]);
}

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
  const isDay = (name: string) => ['from', 'to'].includes(name) && dayOfText(asked[name]) !== undefined;
  const refused = new Set(first.error?.issues.map(({ path: [name] }) => String(name)));
  const unknown = [...refused].filter((name) => !isDay(name));
  useLeftOut(unknown);
  const known = Object.fromEntries(Object.entries(asked).filter(([name]) => !unknown.includes(name)));
  const { data, error } = unknown.length === 0 ? first : call.safeParse(known);
  return { query: data, problem: error?.issues[0] };
}
