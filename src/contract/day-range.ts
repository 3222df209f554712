import * as z from 'zod/mini';
import { dayRanges, daySteps } from '#domain/day-ranges.ts';
import { cleaners } from './fields.ts';
import { dayPattern } from './page.ts';

const likeDay = /^(?:19|20|21)\d\d-\d\d-\d\d$/;
/** A day as a query carries it, such as '2026-11-23'. */
const dayText = (message: string) =>
  z.string({ error: message }).check(
    cleaners.opaque,
    z.regex(new RegExp(`^${dayPattern}$`), {
      error: ({ input }) => (likeDay.test(String(input)) ? `There is no day ${input}.` : message),
    }),
  );
export const firstDay = dayText('Please choose the first day.');
export const lastDay = dayText('Please choose the last day.');

type Days = { from?: string | undefined; to?: string | undefined };
const daysIn = ({ from, to }: Days) => (from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : 1);
export const inOrder = z.refine<Days>((days) => !(daysIn(days) < 1), {
  path: ['to'],
  error: 'Please choose a last day that is not before the first.',
});
/** As many days as five years have, whatever leap days they have. */
export const fiveYears = 1827;
export const atMost = (limit: number) =>
  z.refine<Days>((days) => !(daysIn(days) > limit), {
    path: ['to'],
    error: `Please choose at most ${limit === fiveYears ? 'five years' : `${limit} days`}.`,
  });

/** The query of a page about some days, by day, week or month; `rangeChecks` belong to them. */
export const rangeFields = {
  /** Without days: those of this month until today. */
  range: z.optional(z.enum(dayRanges, { error: 'Please choose one of the ranges.' })),
  from: z.optional(firstDay),
  to: z.optional(lastDay),
  by: z.optional(z.enum(daySteps, { error: 'Please choose day, week or month.' })),
};

/** @returns what holds of days that are given: both of them, in order, at most so many */
export const rangeChecks = (most: number) =>
  [
    z.refine<Days>(({ from, to }) => !to || Boolean(from), { path: ['from'], error: 'Please choose the first day.' }),
    z.refine<Days>(({ from, to }) => !from || Boolean(to), { path: ['to'], error: 'Please choose the last day.' }),
    inOrder,
    atMost(most),
  ] as const;
