import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { photoMaxSize } from '#contract/files.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { LocalStore, SignedQuery } from './file-store.ts';
import { attachment } from './file-store.ts';

type FileRequest = { Params: { fileId: string }; Querystring: SignedQuery };

/**
 * Answers our own signed addresses: PUT uploads a file, GET reads it. The signature is the only permission, as at the
 * bucket that this stands in for.
 */
export async function registerLocalFiles(app: FastifyInstance, store: LocalStore): Promise<void> {
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    // Bodies of any type are streamed on, not parsed.
    files.addContentTypeParser('*', { bodyLimit: photoMaxSize }, (_request, payload, done) => done(null, payload));

    files.put<FileRequest & { Body: Readable | undefined }>(
      '/files/:fileId',
      { schema: { hide: true }, bodyLimit: photoMaxSize, config: { bodySeconds: 300 } },
      async (request, reply) => {
        const upload = store.readUpload(request.params.fileId, request.query);
        if (!upload || !request.body) throw notFound('File');
        requireAsSigned(request, upload.contentType, upload.contentLength);
        const isTaken = await store.takeUpload(upload.fileId, request.body).catch((error: unknown) => {
          // The rest of the body is not read, so nothing can follow it on this connection.
          reply.header('connection', 'close');
          throw error;
        });
        if (!isTaken) throw new ApiError('PRECONDITION_FAILED', 'This file was uploaded already.');
        return reply.code(200).send();
      },
    );

    files.get<FileRequest>('/files/:fileId', { schema: { hide: true } }, async (request, reply) => {
      const file = store.readDownload(request.params.fileId, request.query);
      const stored = file && (await store.read(file.fileId));
      if (!file || !stored) throw notFound('File');
      return (
        reply
          .header('content-disposition', attachment(file.fileName))
          .header('content-length', stored.size)
          .header('cache-control', 'private, max-age=3600, immutable')
          // A mail shows the photo of the day on whichever page the mail is read. The signature is the permission.
          .header('cross-origin-resource-policy', 'cross-origin')
          // Keeps an uploaded file from acting as a page.
          .header('content-security-policy', "default-src 'none'; sandbox")
          .type(typeByName(file.fileName))
          .send(stored.bytes)
      );
    });
  });
}

/** @throws ApiError INVALID_INPUT when type or length differ from what the address was signed for */
function requireAsSigned(request: FastifyRequest, contentType: string, contentLength: number): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim();
  if (type === contentType && Number(request.headers['content-length']) === contentLength) return;
  throw new ApiError('INVALID_INPUT', 'This is not the file that the address was signed for.');
}

function typeByName(fileName: string): string {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const types: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
  return types[extension] ?? 'application/octet-stream';
}
