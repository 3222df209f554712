import * as z from 'zod/mini';
import { endpoint, signedIn } from './endpoint.ts';
import { Id, requiredText } from './fields.ts';

export const files = {
  generatePreSignedUrl: endpoint({
    method: 'POST',
    path: '/v1/generate-pre-signed-url',
    summary: 'URLs to which a file may be PUT and from which it may be read.',
    access: signedIn(),
    body: z.object({
      workId: Id,
      fileName: requiredText('File name is required.'),
      contentType: requiredText('Content type is required.', 100),
    }),
    response: z.object({ fileId: Id, uploadUrl: z.string(), downloadUrl: z.string() }),
    invalidates: ['files'],
  }),
};
