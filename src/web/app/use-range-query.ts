import { useSearchParams } from 'react-router';
import type { z } from 'zod/mini';
import { type DayRange, type DayStep, dayRanges, daySteps } from '#domain/day-ranges.ts';
import { useLeftOut } from './use-address.ts';

export type Chosen = { range: DayRange | 'own'; by: DayStep; from?: string; to?: string };

const stepsOfRanges = { 'this-week': 'day', 'this-month': 'day', 'last-month': 'day', 'this-year': 'month' } as const;

/**
 * Keeps in the page's address which days are shown, and by which step. A range or step that there is not is left out.
 * @param schema the query of the page's call
 * @param usual the range of a page whose address has none
 * @returns `error`, what is wrong with the chosen days, and at which field
 */
export function useRangeQuery(schema: z.ZodMiniType, usual: DayRange = 'this-month') {
  const [parameters, setParameters] = useSearchParams();
  const days = { from: parameters.get('from') ?? undefined, to: parameters.get('to') ?? undefined };
  const isOwn = days.from !== undefined || days.to !== undefined;
  const range = dayRanges.find((one) => one === parameters.get('range')) ?? usual;
  const by = daySteps.find((one) => one === parameters.get('by')) ?? (isOwn ? 'day' : stepsOfRanges[range]);
  const taken: Record<string, string> = { range, by };
  useLeftOut(Object.keys(taken).filter((name) => ![null, taken[name]].includes(parameters.get(name))));
  const query = isOwn ? { ...given(days), by } : { range, by };
  const [issue] = schema.safeParse(query).error?.issues ?? [];
  const choose = (next: Chosen) => {
    const isOwnNext = next.range === 'own';
    setParameters(
      {
        ...Object.fromEntries([...parameters].filter(([name]) => !own.includes(name))),
        ...(isOwnNext ? { from: next.from ?? '', to: next.to ?? '' } : { range: next.range }),
        // Each range has its own usual step.
        ...(isOwnNext || next.range === chosen.range ? { by: next.by } : {}),
      } as Record<string, string>,
      options,
    );
  };
  const chosen: Chosen = { range: isOwn ? 'own' : range, by, ...given(days) };
  return { query, chosen, choose, error: issue && { field: String(issue.path[0]), message: issue.message } };
}

/** What else is in the page's address stays. */
const own = ['range', 'from', 'to', 'by'];
const options = { replace: true, preventScrollReset: true };

const given = ({ from, to }: { from: string | undefined; to: string | undefined }) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
