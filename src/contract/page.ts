import * as z from 'zod/mini';
import { idPattern } from './fields.ts';

/** What a list can be in order of, as it stands in a cursor: a day or moment that there is, in a year that may be. */
const dayPattern = `(?=19|20|21)${z.regexes.date.source.replaceAll(/^\^|\$$/g, '')}`;
const places = {
  day: dayPattern,
  moment: `${dayPattern}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?Z`,
  number: '\\d{1,9}',
  flag: '(?:true|false)',
  id: idPattern,
};

/**
 * A long list: asked for a page at a time, each by the `next` of the page before as its `after`; `next` is null on the
 * last page. A cursor says where the last row of a page stands in the order of the list. So the list goes on from there
 * whatever has become of that row, and tells nothing of whether there is such a row.
 * @param order what the list is in order of, the last of it unique
 * @param rows what a page holds
 * @param filter what else may be asked for
 * @returns `query` and `response` of the endpoint
 */
export function page<
  Rows extends Record<string, z.ZodMiniType>,
  Filter extends Record<string, z.ZodMiniType> = Record<never, never>,
>(order: readonly (keyof typeof places)[], rows: Rows, filter?: Filter) {
  const cursor = new RegExp(`^${order.map((kind) => places[kind]).join('_')}$`);
  const after = z.optional(z.string().check(z.regex(cursor, { error: 'This is not a place in the list.' })));
  return {
    query: z.object({ ...(filter as Filter), after }),
    response: z.object({ ...rows, next: z.nullable(z.string()) }),
  };
}
