import * as z from 'zod/mini';
import { daySteps } from '#domain/day-ranges.ts';
import { entryKinds } from '#domain/ledger.ts';
import { figureNames, type MoneyFigure } from '#domain/money.ts';
import { atMost, firstDay, inOrder, lastDay, rangeChecks, rangeFields } from './day-range.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id } from './fields.ts';
import { page } from './page.ts';

const staff = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'money' });

const longestRange = 400;
const longestExport = 31;

/** Integer cents. */
const Figures = z.object(
  Object.fromEntries(figureNames.map((name) => [name, z.int()])) as Record<MoneyFigure, z.ZodMiniInt>,
);
export type Figures = z.infer<typeof Figures>;

const MoneyRow = z.object({ from: CalendarDay, to: CalendarDay, figures: Figures });
export type MoneyRow = z.infer<typeof MoneyRow>;

const Person = z.nullable(z.object({ id: Id, name: z.string() }));

const MoneyEntry = z.object({
  id: Id,
  day: CalendarDay,
  kind: z.enum(Object.keys(entryKinds) as [keyof typeof entryKinds, ...(keyof typeof entryKinds)[]]),
  /** Integer cents, as the figure counts them. */
  amount: z.int(),
  customer: Person,
  worker: Person,
  /** Of one visit: its day. Null also when it was undone, and its record deleted. */
  visitDay: z.nullable(CalendarDay),
  engagementId: z.nullable(Id),
  bill: z.nullable(z.object({ id: Id, number: z.string() })),
});
export type MoneyEntry = z.infer<typeof MoneyEntry>;

export const money = {
  getMoney: endpoint({
    method: 'GET',
    path: '/v1/money',
    summary: 'What was charged, collected, declined, … by day, week or month, and what was owed at the end of each.',
    access: staff,
    query: z.object(rangeFields).check(...rangeChecks(longestRange)),
    response: z.object({
      from: CalendarDay,
      to: CalendarDay,
      by: z.enum(daySteps),
      rows: z.array(MoneyRow),
      totals: Figures,
    }),
  }),
  listMoneyEntries: endpoint({
    method: 'GET',
    path: '/v1/money/entries',
    summary: 'The entries of the ledger that a figure is the sum of, newest first, 50 at a time.',
    access: staff,
    ...page(
      ['day', 'id'],
      { entries: z.array(MoneyEntry) },
      {
        figure: z.enum(figureNames, { error: 'Please choose one of the figures.' }),
        /** Without it, from the beginning. */
        from: z.optional(firstDay),
        to: lastDay,
      },
    ),
  }),
  exportMoney: endpoint({
    method: 'GET',
    path: '/v1/money/export',
    summary:
      'The ledger, or what moved at Stripe as QuickBooks Online or Xero import it, as comma-separated values; at most 31 days.',
    access: staff,
    query: z
      .object({
        from: firstDay,
        to: lastDay,
        form: z.enum(['ledger', 'quickbooks', 'xero'], { error: 'Please choose one of the forms.' }),
      })
      .check(inOrder, atMost(longestExport)),
    response: z.object({ fileName: z.string(), csv: z.string() }),
  }),
};
