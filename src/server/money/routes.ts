import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { exportMoney } from './export.ts';
import { getMoney, listMoneyEntries } from './service.ts';

export const moneyRoutes = (world: World) =>
  ({
    getMoney: async ({ query }) => await getMoney(world, query),
    listMoneyEntries: async ({ query }) => await listMoneyEntries(world, query),
    exportMoney: async ({ query }) => await exportMoney(world, query),
  }) satisfies Handlers;
