import * as z from 'zod/mini';
import { idPattern, opaque } from './fields.ts';

// Real days, in years that Postgres knows.
export const dayPattern = `(?=19|20|21)${z.regexes.date.source.replaceAll(/^\^|\$$/g, '')}`;
/** How a cursor spells the values that a list is sorted by. */
const patterns = {
  day: dayPattern,
  moment: `${dayPattern}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?Z`,
  number: '\\d{1,9}',
  flag: '(?:true|false)',
  id: idPattern,
  billNumber: '[A-Z]{1,4}-\\d{4}-\\d{6,9}',
};

/**
 * Declares a list that is read page by page. The `next` of one page is the `after` of the following page, and null on
 * the last. This cursor holds the values by which the last row of the page is sorted. So the list goes on even when
 * that row has changed or gone, and a cursor does not tell whether a row exists.
 * @param order the values that the list is sorted by; the last is unique
 * @param rows the fields of a page
 * @param filter further query parameters
 * @returns `query` and `response` of the endpoint
 */
export function page<
  Rows extends Record<string, z.ZodMiniType>,
  Filter extends Record<string, z.ZodMiniType> = Record<never, never>,
>(order: readonly (keyof typeof patterns)[], rows: Rows, filter?: Filter) {
  const cursor = new RegExp(`^${order.map((kind) => patterns[kind]).join('_')}$`);
  const after = z.optional(opaque(cursor, 'This cursor does not belong to a list.'));
  return {
    query: z.object({ ...(filter as Filter), after }),
    response: z.object({ ...rows, next: z.nullable(z.string()) }),
  };
}
