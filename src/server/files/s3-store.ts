import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment, type FileStore, urlLife } from './file-store.ts';

const seconds = (life: Temporal.DurationLike) => Temporal.Duration.from(life).total('seconds');

/**
 * @param bucket one that lets the site's origin PUT and GET (CORS); credentials and, without `region`, the region come
 * from the environment as the AWS SDK finds them
 * @param endpoint another server that speaks S3's protocol
 * @throws Error when neither `region` nor the environment names a region
 */
export async function createS3Store(bucket: string, region?: string, endpoint?: string): Promise<FileStore> {
  const client = new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // A browser that PUTs to a signed address sends no checksum of the SDK's own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  // As the SDK finds it: the browser may talk to no other, and a bucket with dots in its name is not in the host's.
  const { url } = client.config.endpointProvider({
    Bucket: bucket,
    Region: await client.config.region(),
    ...(endpoint && { Endpoint: endpoint, ForcePathStyle: true }),
  });
  const at = (fileId: string) => ({ Bucket: bucket, Key: `files/${fileId}` });
  return {
    uploadUrl: ({ fileId, contentType, contentLength }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({ ...at(fileId), ContentType: contentType, ContentLength: contentLength }),
        {
          expiresIn: seconds(urlLife.upload),
          signableHeaders: new Set(['host', 'content-type', 'content-length']),
        },
      ),
    downloadUrl: ({ fileId, fileName }) =>
      getSignedUrl(client, new GetObjectCommand({ ...at(fileId), ResponseContentDisposition: attachment(fileName) }), {
        expiresIn: seconds(urlLife.download),
      }),
    async has(fileId) {
      try {
        await client.send(new HeadObjectCommand(at(fileId)));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },
    async remove(fileId) {
      await client.send(new DeleteObjectCommand(at(fileId)));
    },
    origin: url.origin,
    local: undefined,
  };
}
