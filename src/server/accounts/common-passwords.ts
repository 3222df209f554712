import { readFileSync } from 'node:fs';
import { commonPasswordCheck } from '#domain/common-passwords.ts';

/** Whether a password is too common; the browser asks the same while it is typed. */
export const isCommonPassword = commonPasswordCheck(
  readFileSync(new URL('../../domain/common-passwords.txt', import.meta.url), 'utf8'),
);
