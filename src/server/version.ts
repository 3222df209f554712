import { readFileSync } from 'node:fs';

/** @returns this version of Yardpack, as package.json has it */
export function yardpackVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
