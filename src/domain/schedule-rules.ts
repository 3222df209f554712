import type { Period } from './enums.ts';

/** How often a service may be asked for within one period. */
export const minimumFrequency = 1;

/** @returns the most visits in one period: 24 daily, 31 monthly, 7 weekly and by default */
export function maximumFrequency(period: Period | undefined): number {
  if (period === 'PERIOD_DAILY') return 24;
  if (period === 'PERIOD_MONTHLY') return 31;
  return 7;
}

/** The intervals a customer may choose between. */
export const intervals = [
  { value: 1, label: 'Every week' },
  { value: 2, label: 'Every 2 weeks' },
] as const;

/** @returns for example '2 visits, every 2 weeks' */
export function scheduleLabel(frequency: number, interval: number): string {
  const visits = frequency === 1 ? '1 visit' : `${frequency} visits`;
  return `${visits}, ${(intervals.find((one) => one.value === interval)?.label ?? 'Every week').toLowerCase()}`;
}
