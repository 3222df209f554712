import { numberLabel } from '#domain/labels.ts';
import type { Totals } from './entries.ts';

const units = ['kB', 'MB', 'GB', 'TB'];

/** @returns bytes as people say them: 812 bytes, 1.4 MB */
export function sizeLabel(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step - 1]}`;
}

/** @returns the time since then, of `performance.now()` */
export function timeLabel(since: number): string {
  const seconds = (performance.now() - since) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}

const count = (number: number, one: string) => `${numberLabel(number)} ${one}${number === 1 ? '' : 's'}`;

export const totalsLabel = ({ tables, rows, photos }: Totals, withPhotos: boolean): string =>
  `${count(tables, 'table')} with ${count(rows, 'row')}${withPhotos ? `, ${count(photos, 'photo')}` : ', no photos'}`;
