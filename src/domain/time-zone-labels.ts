import type { TimeZone } from './time-zone.ts';

/** What people call the zones. Apart from their names, which every page loads. */
export const timeZoneLabels: Record<TimeZone, string> = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Mountain, without summer time',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'America/Puerto_Rico': 'Puerto Rico and U.S. Virgin Islands',
  'Pacific/Guam': 'Guam and Northern Mariana Islands',
  'Pacific/Pago_Pago': 'American Samoa',
};
