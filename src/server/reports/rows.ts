import type * as z from 'zod/mini';
import type { reports as contract } from '#contract/reports.ts';
import { calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { isKnownWhose } from './report-store.ts';
import { selectFound, selectSteps, selectVisits } from './rows-store.ts';
import { daysOfRows, notKnown, whoseOf } from './service.ts';

type Query<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['query']>;
type Answer<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['response']>;

const personOf = ({ id, ...name }: { id: string; firstName: string; lastName: string }) => ({
  id,
  name: fullName(name),
});

/**
 * @returns a page of the visits that a figure of the report counts, newest first
 * @throws ApiError INVALID_INPUT for days that are still to come, and for a worker, city or product that is not known
 */
export async function listReportVisits(
  world: World,
  query: Query<'listReportVisits'>,
): Promise<Answer<'listReportVisits'>> {
  const { figure, after } = query;
  const whose = whoseOf(query);
  const days = daysOfRows(world, query);
  const { rows, next, isKnown } = await world.standby.read(async (database) => {
    const found = await selectVisits(database, days, { figure, after, whose });
    return { ...found, isKnown: found.rows.length > 0 || (await isKnownWhose(database, whose)) };
  });
  if (!isKnown) throw notKnown(whose.dimension);
  const visits = rows.map(({ id: _, date, customer, worker, ...visit }) => ({
    ...visit,
    date: calendarDay(date),
    customer: personOf(customer),
    workerName: worker && fullName(worker),
  }));
  return { visits, next };
}

/** @returns a page of the services whose recurring revenue changed in a way, or that are served, newest first */
export async function listRecurringSteps(
  world: World,
  query: Query<'listRecurringSteps'>,
): Promise<Answer<'listRecurringSteps'>> {
  const { kind, after, reason } = query;
  const why = reason === 'none' ? null : reason;
  const days = daysOfRows(world, query);
  const { rows, next } = await world.standby.read((database) =>
    selectSteps(database, days, { kind, reason: why, after }),
  );
  const steps = rows.map(({ day, customer, ...step }) => ({
    ...step,
    day: calendarDay(day),
    customer: personOf(customer),
  }));
  return { steps, next };
}

/** @returns a page of the inquiries of visitors who found the business in one way, newest first */
export async function listFoundInquiries(
  world: World,
  query: Query<'listFoundInquiries'>,
): Promise<Answer<'listFoundInquiries'>> {
  const { referral, became, after } = query;
  const filter = { referral: referral || null, became, after };
  const days = daysOfRows(world, query);
  const { rows, next } = await world.standby.read((database) => selectFound(database, days, filter));
  const inquiries = rows.map(({ fromAddress, data, customer, ...inquiry }) => ({
    ...inquiry,
    name: data ? fullName(data.personal) : fromAddress,
    customer: customer && personOf(customer),
  }));
  return { inquiries, next };
}
