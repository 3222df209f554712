import { accountRoutes } from './accounts/routes.ts';
import { actRoutes } from './acts/routes.ts';
import { addressRoutes } from './addresses/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { billRoutes } from './bills/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { connectedAccountRoutes } from './connected-accounts/routes.ts';
import { correspondenceRoutes } from './correspondence/routes.ts';
import { couponRoutes } from './coupons/routes.ts';
import { creditRoutes } from './credits/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { dayRouteRoutes } from './day-routes/routes.ts';
import { earningRoutes } from './earnings/routes.ts';
import { employeeRoutes } from './employees/routes.ts';
import { engagementRoutes } from './engagements/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { findingRoutes } from './findings/routes.ts';
import { holdRoutes } from './holds/routes.ts';
import { holidayRoutes } from './holidays/routes.ts';
import { homeRoutes } from './homes/routes.ts';
import type { Handlers } from './http/route.ts';
import { inquiryRoutes } from './inquiries/routes.ts';
import { itineraryRoutes } from './itineraries/routes.ts';
import { joinCodeRoutes } from './join-codes/routes.ts';
import { moneyRoutes } from './money/routes.ts';
import { moveRoutes } from './moves/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { paymentMethodRoutes } from './payment-methods/routes.ts';
import { productRoutes } from './products/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { rhythmRoutes } from './rhythm/routes.ts';
import { scheduleTemplateDayRoutes } from './schedule-template-days/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { secondFactorRoutes } from './second-factors/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { signUpRoutes } from './sign-ups/routes.ts';
import { skipRoutes } from './skips/routes.ts';
import { staffDeskRoutes } from './staff-desk/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { visitRoutes } from './visits/routes.ts';
import { workerRoutes } from './workers/routes.ts';
import type { World } from './world.ts';

/** The answer to every endpoint that has one. */
export const createHandlers = (world: World): Handlers => ({
  ...systemRoutes(world),
  ...sessionRoutes(world),
  ...secondFactorRoutes(world),
  ...signUpRoutes(world),
  ...accountRoutes(world),
  ...joinCodeRoutes(world),
  ...employeeRoutes(world),
  ...profileRoutes(world),
  ...addressRoutes(world),
  ...paymentMethodRoutes(world),
  ...connectedAccountRoutes(world),
  ...productRoutes(world),
  ...settingsRoutes(world),
  ...setupRoutes(world),
  ...couponRoutes(world),
  ...engagementRoutes(world),
  ...scheduleTemplateDayRoutes(world),
  ...itineraryRoutes(world),
  ...dayRouteRoutes(world),
  ...visitRoutes(world),
  ...homeRoutes(world),
  ...calendarFeedRoutes(world),
  ...skipRoutes(world),
  ...moveRoutes(world),
  ...calendarRoutes(world),
  ...holidayRoutes(world),
  ...holdRoutes(world),
  ...rhythmRoutes(world),
  ...billingRoutes(world),
  ...billRoutes(world),
  ...actRoutes(world),
  ...creditRoutes(world),
  ...earningRoutes(world),
  ...moneyRoutes(world),
  ...reportRoutes(world),
  ...changeRoutes(world),
  ...reconciliationRoutes(world),
  ...findingRoutes(world),
  ...fileRoutes(world),
  ...inquiryRoutes(world),
  ...orderRoutes(world),
  ...staffDeskRoutes(world),
  ...searchRoutes(world),
  ...customerRoutes(world),
  ...workerRoutes(world),
  ...noteRoutes(world),
  ...correspondenceRoutes(world),
});
