import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { createLocalStore } from './local-store.ts';

/** Keeps files in the configured bucket, or in a folder of our own when none is configured. */
export async function createFileStore(config: Config, clock: Clock): Promise<FileStore> {
  if (config.S3_BUCKET) {
    const { createS3Store } = await import('./s3-store.ts');
    return await createS3Store(config.S3_BUCKET, config.SNS_REGION);
  }
  return await createLocalStore(join(config.DATA_DIR, 'files'), clock);
}
