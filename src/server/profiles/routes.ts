import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createProfile, getProfile, listProfiles, updateProfile } from './service.ts';

export const profileRoutes = (world: World) =>
  ({
    listProfiles: async ({ params }) => ({ profiles: await listProfiles(world, world.database, params.userId) }),
    createProfile: async ({ params, body }) => ({ profile: await createProfile(world, params.userId, body) }),
    getProfile: async ({ params }) => ({ profile: await getProfile(world, params.profileId) }),
    updateProfile: async ({ params, body }) => ({ profile: await updateProfile(world, params.profileId, body) }),
  }) satisfies Handlers;
