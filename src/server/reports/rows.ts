import type * as z from 'zod/mini';
import type { reports as contract } from '#contract/reports.ts';
import { calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { selectFound, selectSteps, selectVisits } from './rows-store.ts';
import { daysOfRows, whoseOf } from './service.ts';

type Query<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['query']>;
type Answer<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['response']>;

const personOf = ({ id, ...name }: { id: string; firstName: string; lastName: string }) => ({
  id,
  name: fullName(name),
});

/** @returns a page of the visits that a figure of the report counts, newest first */
export async function listReportVisits(
  world: World,
  query: Query<'listReportVisits'>,
): Promise<Answer<'listReportVisits'>> {
  const { figure, after } = query;
  const { rows, next } = await world.standby.read((database) =>
    selectVisits(database, daysOfRows(world, query), {
      figure,
      after,
      whose: whoseOf(query),
    }),
  );
  const visits = rows.map(({ date, customer, worker, ...visit }) => ({
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
  const { rows, next } = await world.standby.read((database) =>
    selectSteps(database, daysOfRows(world, query), { kind, reason: why, after }),
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
  const { rows, next } = await world.standby.read((database) =>
    selectFound(database, daysOfRows(world, query), filter),
  );
  const inquiries = rows.map(({ fromAddress, data, customer, ...inquiry }) => ({
    ...inquiry,
    name: data ? fullName(data.personal) : fromAddress,
    customer: customer && personOf(customer),
  }));
  return { inquiries, next };
}
