import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** @returns a random base-62 string of this length */
export function randomText(length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += alphabet[randomInt(alphabet.length)];
  return text;
}

/** @returns an id like Stripe's: the kind's prefix and 24 base-62 characters, such as `cus_…` */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** @returns the client secret of an intent: `<id>_secret_<25 characters>` */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}
