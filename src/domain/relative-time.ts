import { countedLabel } from './labels.ts';

/**
 * `below`: up to which count a unit is used (description, part 1, section 9). `seconds`: its length; months and years
 * have the calendar's mean length.
 */
const units = [
  { unit: 'second', seconds: 1, below: 45 },
  { unit: 'minute', seconds: 60, below: 45 },
  { unit: 'hour', seconds: 3600, below: 22 },
  { unit: 'day', seconds: 86_400, below: 26 },
  { unit: 'month', seconds: 2_629_746, below: 11 },
  { unit: 'year', seconds: 31_556_952, below: Number.POSITIVE_INFINITY },
] as const;

/**
 * @param at a moment as the wire carries it
 * @param now the moment to count from
 * @returns for example '3 hours ago', 'in 2 days', 'just now'
 */
export function relativeTimeLabel(at: string, now: string): string {
  const seconds = (Date.parse(at) - Date.parse(now)) / 1000;
  const distance = Math.abs(seconds);
  for (const { unit, seconds: length, below } of units) {
    const count = Math.round(distance / length);
    if (count === 0) return 'just now';
    if (count < below) return seconds < 0 ? `${countedLabel(count, unit)} ago` : `in ${countedLabel(count, unit)}`;
  }
  throw new RangeError(`${at} is not a moment`);
}
