import type { FastifyInstance } from 'fastify';
import { manyCallers } from '#contract/endpoint.ts';
import { limitCalls } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { exportPath, readExport } from './export.ts';

/** Answers the browser that downloads an export: that the address is secret, and good for minutes, is the only permission. */
export function registerExports(app: FastifyInstance, world: World): void {
  app.get<{ Params: { token: string } }>(
    `${exportPath}/:token.zip`,
    { schema: { hide: true }, onRequest: limitCalls(world, 'personal-data', manyCallers) },
    async (request, reply) => {
      const { disposition, archive } = await readExport(world, request.params.token);
      return await reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('content-disposition', disposition)
        .type('application/zip')
        .send(archive);
    },
  );
}
