import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';

const customer = only(['PROFILE_TYPE_CUSTOMER'], { own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' } });
/** A program that has the address reads the visits: it is the customer's secret. Null before the first one is made. */
const feed = z.object({ url: z.nullable(z.string()) });

export const calendarFeeds = {
  getCalendarFeed: endpoint({
    method: 'GET',
    path: '/v1/customers/{customerProfileId}/calendar-feed',
    summary: "The private address under which a calendar program reads a customer's visits (iCalendar).",
    access: customer,
    response: feed,
  }),
  renewCalendarFeed: endpoint({
    method: 'POST',
    path: '/v1/customers/{customerProfileId}/calendar-feed',
    summary: 'Makes another private address, the first one too; the one before answers no more.',
    access: customer,
    response: feed,
  }),
  endCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/v1/customers/{customerProfileId}/calendar-feed',
    summary: 'Ends the private address; until another is made none answers.',
    access: customer,
    response: feed,
  }),
};
