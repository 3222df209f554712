import type { Precision } from '#domain/precision.ts';

/** How well the map knows where a yard is. */
export const mapPosition: Record<Precision, string> = {
  rooftop: 'Map position: exact',
  street: 'Map position: street only',
  zip: 'Map position: zip code only',
};
