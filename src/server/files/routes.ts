import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { completeUpload, deletePhoto, requestUpload } from './service.ts';

export const fileRoutes = (world: World) =>
  ({
    generatePreSignedUrl: ({ caller, body }) => requestUpload(world, caller, body),
    completeUpload: async ({ caller, params }) => ({ photo: await completeUpload(world, caller, params.fileId) }),
    deletePhoto: async ({ caller, params }) => {
      await deletePhoto(world, caller, params.fileId);
      return {};
    },
  }) satisfies Handlers;
