import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createScheduleTemplateDays, deleteScheduleTemplateDays, updateScheduleTemplateDays } from './service.ts';

export const scheduleTemplateDayRoutes = (world: World) =>
  ({
    createScheduleTemplateDays: async ({ caller, body }) => ({
      scheduleTemplateDays: await createScheduleTemplateDays(world, caller, body.scheduleTemplateDays),
    }),
    updateScheduleTemplateDays: async ({ caller, body }) => ({
      scheduleTemplateDays: await updateScheduleTemplateDays(world, caller, body.scheduleTemplateDays),
    }),
    deleteScheduleTemplateDays: async ({ caller, body }) => {
      await deleteScheduleTemplateDays(world, caller, body.scheduleTemplateDaysIds);
      return {};
    },
  }) satisfies Handlers;
