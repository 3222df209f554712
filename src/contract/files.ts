import * as z from 'zod/mini';
import { endpoint, only } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

/** What a photo of a visit may be; a phone's browser draws all of them. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Bytes. */
export const photoMaxSize = 10_485_760;
export const photosPerVisit = 6;

/** A photo of a visit, as the server has redrawn and named it. Its address is signed and good for an hour. */
export const Photo = z.object({
  id: Id,
  workId: Id,
  fileName: z.string(),
  contentType: z.enum(photoTypes),
  createdAt: Instant,
  downloadUrl: z.string(),
});
export type Photo = z.infer<typeof Photo>;

const worker = only(['PROFILE_TYPE_WORKER']);

export const files = {
  generatePreSignedUrl: endpoint({
    method: 'POST',
    path: '/v1/generate-pre-signed-url',
    summary: "URLs to which a photo of one's own visit may be PUT, and from which it may be read.",
    access: worker,
    limit: { calls: 300, minutes: 60, by: 'user' },
    body: z.object({
      workId: Id,
      /** Made by the client, so that a repeated call cannot make a second file. */
      fileId: z.optional(Id),
      contentType: z.enum(photoTypes, { error: 'Please take a JPEG, PNG or WebP picture.' }),
      contentLength: z
        .int({ error: 'The size is required.' })
        .check(
          z.minimum(1, { error: 'This picture is empty.' }),
          z.maximum(photoMaxSize, { error: 'This picture is larger than 10 MB.' }),
        ),
    }),
    response: z.object({
      fileId: Id,
      /** For one PUT, with `If-None-Match: *`; null when the bytes are there and only the completion is missing. */
      uploadUrl: z.nullable(z.string()),
      downloadUrl: z.string(),
    }),
  }),
  completeUpload: endpoint({
    method: 'POST',
    path: '/v1/files/{fileId}/complete-upload',
    summary: 'Says that a file was PUT; if it is a picture, it is shown with its visit from then on.',
    access: worker,
    response: z.object({ photo: Photo }),
    invalidates: ['files', 'engagements', 'itinerary'],
  }),
};
