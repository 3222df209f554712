import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment, type FileStore, urlLife } from './file-store.ts';

const seconds = (life: Temporal.DurationLike) => Temporal.Duration.from(life).total('seconds');

/** @returns undefined when the bucket answers with this status */
async function unless<Answer>(status: number, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === status) return undefined;
    throw error;
  }
}

/** Where the bucket is: Amazon's, unless `endpoint` names another server that speaks S3's protocol. */
export type Bucket = {
  bucket: string;
  region?: string | undefined;
  endpoint?: string | undefined;
  /** Whether the bucket's name is a part of the path instead of the host. */
  isPathStyle?: boolean | undefined;
};

/**
 * Keeps uploads under `uploads/` and the files that people see under `files/`. Credentials, and the region when none is
 * given, come from the environment, as the AWS SDK finds them.
 * @param place its bucket must let the site's origin PUT and GET with any header (CORS). It should delete what is under
 * `uploads/` after some days: an upload address may be used once more after its file was kept.
 * @throws Error when neither `region` nor the environment names a region
 */
export async function createS3Store({ bucket, region, endpoint, isPathStyle = false }: Bucket): Promise<FileStore> {
  const client = new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    forcePathStyle: isPathStyle,
    // Browsers PUT without the SDK's checksum, and other servers may not know it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // The SDK decides the host: a bucket with dots in its name is not part of it. The page's policy allows this origin.
  const { url } = client.config.endpointProvider({
    Bucket: bucket,
    Region: await client.config.region(),
    ...(endpoint && { Endpoint: endpoint }),
    ForcePathStyle: isPathStyle,
  });
  const at = (fileId: string) => ({ Bucket: bucket, Key: `files/${fileId}` });
  const uploadAt = (fileId: string) => ({ Bucket: bucket, Key: `uploads/${fileId}` });
  const once = { IfNoneMatch: '*' };
  const isThere = async (object: { Bucket: string; Key: string }) =>
    (await unless(404, () => client.send(new HeadObjectCommand(object)))) !== undefined;
  const read = async (object: { Bucket: string; Key: string }) => {
    const found = await unless(404, () => client.send(new GetObjectCommand(object)));
    return found?.Body && Buffer.from(await found.Body.transformToByteArray());
  };
  const removeUpload = async (fileId: string) => {
    await client.send(new DeleteObjectCommand(uploadAt(fileId)));
  };
  return {
    uploadUrl: ({ fileId, contentType, contentLength }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          ...uploadAt(fileId),
          ...once,
          ContentType: contentType,
          ContentLength: contentLength,
        }),
        {
          expiresIn: seconds(urlLife.upload),
          signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
        },
      ),
    downloadUrl: ({ fileId, fileName }) =>
      getSignedUrl(client, new GetObjectCommand({ ...at(fileId), ResponseContentDisposition: attachment(fileName) }), {
        expiresIn: seconds(urlLife.download),
      }),
    hasUpload: (fileId) => isThere(uploadAt(fileId)),
    has: (fileId) => isThere(at(fileId)),
    readUpload: (fileId) => read(uploadAt(fileId)),
    read: (fileId) => read(at(fileId)),
    removeUpload,
    async keep(fileId, jpeg) {
      const put = new PutObjectCommand({ ...at(fileId), ...once, ContentType: 'image/jpeg', Body: jpeg });
      await unless(412, () => client.send(put));
    },
    async remove(fileId) {
      await removeUpload(fileId);
      await client.send(new DeleteObjectCommand(at(fileId)));
    },
    origin: url.origin,
    local: undefined,
  };
}
