import { countLimit } from '#domain/desk.ts';
import { numberLabel } from '#domain/labels.ts';

/** @returns the count; '1,000+' where the server stops counting */
export const countLabel = (count: number): string =>
  count > countLimit ? `${numberLabel(countLimit)}+` : numberLabel(count);
