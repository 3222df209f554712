import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { completeUpload, requestUpload } from './service.ts';

export const fileRoutes = (world: World) =>
  ({
    generatePreSignedUrl: ({ caller, body }) => requestUpload(world, caller, body),
    completeUpload: async ({ caller, params }) => ({ photo: await completeUpload(world, caller, params.fileId) }),
  }) satisfies Handlers;
