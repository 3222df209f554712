import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * What a server in some zone reckons: for each day of ten years, half an hour after midnight and before it at the
 * business, its business day, and whether a weekly and a bi-weekly visit are due then.
 */
const script = `
  const { businessDay, isVisitDue } = await import(${JSON.stringify(new URL('../../domain/calendar.ts', import.meta.url).href)});
  const { businessTimeZone } = await import(${JSON.stringify(new URL('../../domain/time-zone.ts', import.meta.url).href)});
  const start = Temporal.PlainDate.from('2026-02-26');
  const seen = [];
  for (let date = start; date.year < 2036; date = date.add({ days: 1 })) {
    for (const time of ['00:30', '23:30']) {
      const day = businessDay(date.toPlainDateTime(time).toZonedDateTime(businessTimeZone).toInstant());
      const due = [1, 2].map((interval) => day.dayOfWeek === start.dayOfWeek && isVisitDue(day, { startDay: start, interval, weekOffset: 0 }));
      seen.push([day.toString(), ...due].join(' '));
    }
  }
  const offsets = [0, 6].map((month) => new Date(2026, month, 1).getTimezoneOffset());
  process.stdout.write(JSON.stringify({ offsets, seen }));
`;

function reckonedIn(zone: string): { offsets: number[]; seen: string[] } {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(output);
}

test.each([
  ['UTC', [0, 0]],
  ['America/Los_Angeles', [480, 420]],
  ['Pacific/Kiritimati', [-840, -840]],
])(
  'ten years of weekly and bi-weekly visits, through every change of the clocks, on a server in %s',
  (zone, offsets) => {
    const reckoned = reckonedIn(zone);
    expect(reckoned.offsets).toEqual(offsets);
    const dayLength = 86_400_000;
    const start = Date.UTC(2026, 1, 26);
    const expected: string[] = [];
    for (let at = start; at < Date.UTC(2036, 0, 1); at += dayLength) {
      const days = (at - start) / dayLength;
      const line = `${new Date(at).toISOString().slice(0, 10)} ${days % 7 === 0} ${days % 14 === 0}`;
      expected.push(line, line);
    }
    expect(reckoned.seen).toEqual(expected);
  },
);
