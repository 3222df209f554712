import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listFoundInquiries, listRecurringSteps, listReportVisits } from './rows.ts';
import { getReport } from './service.ts';

export const reportRoutes = (world: World) =>
  ({
    getReport: async ({ query }) => await getReport(world, query),
    listReportVisits: async ({ query }) => await listReportVisits(world, query),
    listRecurringSteps: async ({ query }) => await listRecurringSteps(world, query),
    listFoundInquiries: async ({ query }) => await listFoundInquiries(world, query),
  }) satisfies Handlers;
