import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { keepLogo } from './logo.ts';
import { getSettings, previewArea, saveSettings, takeBackSettings } from './service.ts';

export const settingsRoutes = (world: World) =>
  ({
    getSettings: async () => await getSettings(world),
    saveSettings: async ({ caller, body }) => await saveSettings(world, caller, body),
    keepLogo: async ({ caller, body }) => ({ logo: await keepLogo(world, caller, body.picture) }),
    previewArea: async ({ body }) => await previewArea(world, body),
    takeBackSettings: async ({ caller, params }) => {
      await takeBackSettings(world, caller, params.settingsId);
      return {};
    },
  }) satisfies Handlers;
