import * as z from 'zod/mini';
import { idPattern } from './fields.ts';

// Days that there are, in years that Postgres knows.
const dayPattern = `(?=19|20|21)${z.regexes.date.source.replaceAll(/^\^|\$$/g, '')}`;
/** What a list can be in order of, as it stands in a cursor. */
const patterns = {
  day: dayPattern,
  moment: `${dayPattern}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?Z`,
  number: '\\d{1,9}',
  flag: '(?:true|false)',
  id: idPattern,
};

/**
 * A list that is read page by page: the `next` of one page is the `after` of the following one, and null on the last.
 * The cursor holds what the list is in order of, for the last row of the page. So the list goes on from there whatever
 * has become of that row, and tells nothing of whether there is one.
 * @param order what the list is in order of, the last of it unique
 * @param rows what a page holds
 * @param filter what else may be asked for
 * @returns `query` and `response` of the endpoint
 */
export function page<
  Rows extends Record<string, z.ZodMiniType>,
  Filter extends Record<string, z.ZodMiniType> = Record<never, never>,
>(order: readonly (keyof typeof patterns)[], rows: Rows, filter?: Filter) {
  const cursor = new RegExp(`^${order.map((kind) => patterns[kind]).join('_')}$`);
  const after = z.optional(z.string().check(z.regex(cursor, { error: 'This is not a place in the list.' })));
  return {
    query: z.object({ ...(filter as Filter), after }),
    response: z.object({ ...rows, next: z.nullable(z.string()) }),
  };
}
