import { accounts } from './accounts.ts';
import { acts } from './acts.ts';
import { addresses } from './addresses.ts';
import { billing } from './billing.ts';
import { bills } from './bills.ts';
import { calendar } from './calendar.ts';
import { calendarFeeds } from './calendar-feeds.ts';
import { changes } from './changes.ts';
import { connectedAccounts } from './connected-accounts.ts';
import { correspondence } from './correspondence.ts';
import { coupons } from './coupons.ts';
import { credits } from './credits.ts';
import { customers } from './customers.ts';
import { dayRoutes } from './day-routes.ts';
import { earnings } from './earnings.ts';
import { employees } from './employees.ts';
import { engagements } from './engagements.ts';
import { files } from './files.ts';
import { findings } from './findings.ts';
import { holds } from './holds.ts';
import { holidays } from './holidays.ts';
import { homes } from './homes.ts';
import { inquiries } from './inquiries.ts';
import { itineraries } from './itineraries.ts';
import { joinCodes } from './join-codes.ts';
import { money } from './money.ts';
import { moves } from './moves.ts';
import { notes, visitNotes } from './notes.ts';
import { orderLinks } from './order-links.ts';
import { orders } from './orders.ts';
import { paymentMethods } from './payment-methods.ts';
import { products } from './products.ts';
import { profiles } from './profiles.ts';
import { reconciliation } from './reconciliation.ts';
import { refunds } from './refunds.ts';
import { reports } from './reports.ts';
import { rhythm } from './rhythm.ts';
import { scheduleTemplateDays } from './schedule-template-days.ts';
import { search } from './search.ts';
import { secondFactors } from './second-factors.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { skips } from './skips.ts';
import { staffDesk } from './staff-desk.ts';
import { system } from './system.ts';
import { tips } from './tips.ts';
import { visits } from './visits.ts';
import { workers } from './workers.ts';

/** Every endpoint by its name. */
export const contract = {
  ...system,
  ...sessions,
  ...secondFactors,
  ...accounts,
  ...joinCodes,
  ...setup,
  ...employees,
  ...profiles,
  ...addresses,
  ...paymentMethods,
  ...connectedAccounts,
  ...products,
  ...coupons,
  ...engagements,
  ...scheduleTemplateDays,
  ...itineraries,
  ...dayRoutes,
  ...visits,
  ...homes,
  ...skips,
  ...moves,
  ...calendar,
  ...calendarFeeds,
  ...holidays,
  ...holds,
  ...rhythm,
  ...billing,
  ...bills,
  ...acts,
  ...credits,
  ...refunds,
  ...tips,
  ...reconciliation,
  ...findings,
  ...earnings,
  ...money,
  ...reports,
  ...files,
  ...inquiries,
  ...orders,
  ...orderLinks,
  ...changes,
  ...settings,
  ...staffDesk,
  ...search,
  ...customers,
  ...workers,
  ...notes,
  ...visitNotes,
  ...correspondence,
};
export type Contract = typeof contract;
export type EndpointName = keyof Contract;
