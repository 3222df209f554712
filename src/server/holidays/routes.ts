import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { askForDaysOff, declineDaysOff, listDaysOff, withdrawDaysOff } from './asking.ts';
import { listHolidays, previewHoliday, previewHolidayBack, setHoliday, takeBackHoliday } from './service.ts';

export const holidayRoutes = (world: World) =>
  ({
    listHolidays: async () => await listHolidays(world),
    setHoliday: async ({ body, caller }) => await setHoliday(world, caller, body),
    previewHoliday: async ({ body, caller }) => ({ effect: await previewHoliday(world, caller, body) }),
    previewHolidayBack: async ({ params, caller }) => ({
      back: await previewHolidayBack(world, caller, params.holidayId),
    }),
    takeBackHoliday: async ({ params, caller }) => {
      await takeBackHoliday(world, caller, params.holidayId);
      return {};
    },
    declineDaysOff: async ({ params, caller, body }) => {
      await declineDaysOff(world, caller, params.holidayId, body.reason);
      return {};
    },
    listDaysOff: async ({ params }) => await listDaysOff(world, params.workerProfileId),
    askForDaysOff: async ({ params, body }) => await askForDaysOff(world, params.workerProfileId, body),
    withdrawDaysOff: async ({ params }) => {
      await withdrawDaysOff(world, params.workerProfileId, params.holidayId);
      return {};
    },
  }) satisfies Handlers;
