import { readFileSync } from 'node:fs';
import { commonPasswordCheck } from '#domain/common-passwords.ts';

/** @returns whether a password is too common; the browser does the same check while it is typed */
export const isCommonPassword = commonPasswordCheck(
  readFileSync(new URL('../../domain/common-passwords.txt', import.meta.url), 'utf8'),
);
