import type * as z from 'zod/mini';
import type { Customer, customers as contract } from '#contract/customers.ts';
import { billState, heldState } from '#domain/bill-state.ts';
import { calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { isInServiceArea, servedPlaces } from '#domain/service-area.ts';
import { notFound } from '../http/errors.ts';
import { searchQuery } from '../search/words.ts';
import type { World } from '../world.ts';
import { selectCustomer, selectCustomers } from './store.ts';

type ListCustomers = typeof contract.listCustomers;

/** @returns a page of the customers, newest first; a search that has nothing to look for finds all */
export async function listCustomers(
  world: World,
  { q = '', filter, after }: z.output<ListCustomers['query']>,
): Promise<z.input<ListCustomers['response']>> {
  const { rows, next } = await selectCustomers(world.database, {
    filter: filter ?? 'all',
    query: searchQuery(q),
    places: servedPlaces(world.settings.area()),
    after,
  });
  return {
    customers: rows.map(({ firstName, lastName, addresses, ...row }) => ({
      ...row,
      name: fullName({ firstName, lastName }),
      address: addresses[0] ?? null,
      isOutside: isOutside(world, addresses),
    })),
    next,
  };
}

/** @throws ApiError NOT_FOUND */
export async function getCustomer(world: World, customerProfileId: string): Promise<Customer> {
  const now = world.clock.now();
  const found = await selectCustomer(world.database, customerProfileId, now);
  if (!found) throw notFound('Customer');
  const { firstName, lastName, addresses, ...customer } = found;
  return {
    ...customer,
    name: fullName({ firstName, lastName }),
    isOutside: isOutside(world, addresses),
    lastSeenAt: customer.lastSeenAt?.toString() ?? null,
    cards: customer.cards.map(({ id, name, expiresOn, goneAt, blockedFor }) => ({
      blockedFor,
      id,
      name,
      expiresOn: expiresOn && calendarDay(expiresOn),
      isGone: goneAt !== null && blockedFor !== 'kind-not-taken',
    })),
    bills: customer.bills.map(({ status, isDeclined, dueAt, dispute, ...bill }) => ({
      ...bill,
      held: heldState(dispute) ?? null,
      state: billState({ status, isDeclined, dueAt }, now),
    })),
    engagements: customer.engagements.map((engagement) => ({
      ...engagement,
      workerName: engagement.worker && fullName(engagement.worker),
      wish: engagement.wish && { ...engagement.wish, startDay: calendarDay(engagement.wish.startDay) },
      nextVisit: engagement.nextVisit && calendarDay(engagement.nextVisit),
    })),
    visits: customer.visits.map(({ worker, work, date, ...visit }) => ({
      ...visit,
      date: calendarDay(date),
      workerName: worker && fullName(worker),
      status: work?.status ?? null,
      isLeft: work?.isLeft ?? false,
    })),
  };
}

/** The same as the filter of the list finds. */
const isOutside = ({ settings }: World, addresses: { state: string; zipCode: string }[]): boolean =>
  addresses.length > 0 && !addresses.some((address) => isInServiceArea(settings.area(), address));
