import { notNow } from '../http/errors.ts';
import type { World } from '../world.ts';

/** @throws ApiError NOT_ALLOWED_NOW while visitors do not see the site yet */
export function requireOpening({ settings }: Pick<World, 'settings'>): void {
  if (!settings.isOpen()) throw notNow('We’re getting ready for our first customers. Please check back soon.');
}
