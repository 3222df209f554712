import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { eraseData, listEraseObstacles } from './erase.ts';
import { exportData } from './export.ts';
import {
  closeAccountOf,
  countClosingOf,
  createProfile,
  getProfile,
  listProfiles,
  reopenAccountOf,
  updateProfile,
} from './service.ts';

export const profileRoutes = (world: World) =>
  ({
    listProfiles: async ({ params }) => ({ profiles: await listProfiles(world, world.database, params.userId) }),
    createProfile: async ({ params, body, caller }) => ({
      profile: await createProfile(world, caller, params.userId, body),
    }),
    getProfile: async ({ params }) => ({ profile: await getProfile(world, params.profileId) }),
    updateProfile: async ({ params, body, caller }) => ({
      profile: await updateProfile(world, caller, params.profileId, body),
    }),
    countClosing: async ({ params }) => await countClosingOf(world, params.profileId),
    closeAccount: async ({ params, caller }) => ({ profile: await closeAccountOf(world, caller, params.profileId) }),
    reopenAccount: async ({ params, caller }) => ({
      profile: await reopenAccountOf(world, caller, params.profileId),
    }),
    exportData: async ({ params, caller }) => await exportData(world, caller, params.profileId),
    listEraseObstacles: async ({ params }) => ({ obstacles: await listEraseObstacles(world, params.profileId) }),
    eraseData: async ({ params, caller }) => {
      await eraseData(world, caller, params.profileId);
      return {};
    },
  }) satisfies Handlers;
