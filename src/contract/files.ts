import * as z from 'zod/mini';
import { Done, endpoint, only } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

/** The types of a visit's photos; phone browsers can show all of them. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Bytes. */
export const photoMaxSize = 10_485_760;
/** A photo of a visit, redrawn and named by the server. Its address is signed and works for an hour. */
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
    summary: "Gives a URL to PUT a photo of the worker's own visit to, and a URL to read it from.",
    access: worker,
    limit: { calls: 300, minutes: 60, by: 'user' },
    body: z.object({
      workId: Id,
      /** The client makes it, so that a repeated call makes no second file. */
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
      /** For one PUT with `If-None-Match: *`; null when the upload is there and only has to be completed. */
      uploadUrl: z.nullable(z.string()),
      downloadUrl: z.string(),
    }),
  }),
  completeUpload: endpoint({
    method: 'POST',
    path: '/v1/files/{fileId}/complete-upload',
    summary: 'Completes an upload; if it is a picture, people see it with its visit from then on.',
    access: worker,
    response: z.object({ photo: Photo }),
    invalidates: ['files', 'engagements', 'itinerary'],
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/v1/files/{fileId}',
    summary: "Deletes a photo of the worker's own visit, until the visit's day is over; that of a locked gate stays.",
    access: worker,
    response: Done,
    invalidates: ['engagements', 'itinerary'],
  }),
};
