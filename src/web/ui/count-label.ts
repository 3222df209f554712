import { countLimit } from '#domain/desk.ts';

/** @returns the count; '1,000+' where the server stops counting */
export const countLabel = (count: number): string =>
  count > countLimit ? `${countLimit.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
