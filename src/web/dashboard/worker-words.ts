import { countedLabel } from '#domain/labels.ts';

/** @returns for example '12 miles and 2 h 40 min' */
export function wayWords({ miles, minutes }: { miles: number; minutes: number }): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const time = [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
  return `${countedLabel(Math.max(1, Math.round(miles)), 'mile')} and ${time}`;
}
