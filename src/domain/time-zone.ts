/** The zones of the United States and their territories, by their names in the IANA's database (https://www.iana.org/time-zones). */
export const timeZoneNames = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
] as const;
export type TimeZone = (typeof timeZoneNames)[number];

/**
 * The zone of every business day. A process serves one business, and a page shows one: so it is kept here, and is no
 * parameter of everything that has to do with a day.
 */
export let businessTimeZone: TimeZone = 'America/Chicago';

/** @param zone one of `timeZoneNames`, as settings and documents have it; undefined changes nothing */
export function goByTimeZone(zone: string | undefined): void {
  if (zone) businessTimeZone = zone as TimeZone;
}
