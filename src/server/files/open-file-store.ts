import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { createLocalStore } from './local-store.ts';

/** Keeps files in the configured bucket, or in a folder of our own when none is configured. */
export async function createFileStore(config: Config, clock: Clock): Promise<FileStore> {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = config;
  if (bucket) {
    const { createS3Store } = await import('./s3-store.ts');
    return await createS3Store({
      bucket,
      endpoint,
      region: config.S3_REGION ?? config.SNS_REGION,
      // A server of one's own seldom has a name for each bucket.
      isPathStyle: config.S3_PATH_STYLE ?? endpoint !== undefined,
    });
  }
  return await createLocalStore(join(config.DATA_DIR, 'files'), clock);
}
