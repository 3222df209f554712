import { expect, test } from 'vitest';
import { icalendarOf } from './icalendar.ts';

const now = Temporal.Instant.from('2027-03-10T15:00:00.123Z');
const event = {
  uid: 'visit-1@example.com',
  day: Temporal.PlainDate.from('2027-12-31'),
  title: 'Yard cleanup',
  place: '100 Main St, Bentonville',
  url: 'https://example.com/1',
};

test('a visit is a day of its own, and texts are escaped', () => {
  const lines = icalendarOf('Scoop; and\nSons\\', [event], now).split('\r\n');
  expect(lines).toContain('X-WR-CALNAME:Scoop\\; and\\nSons\\\\ visits');
  expect(lines).toContain('PRODID:-//Scoop\\; and\\nSons\\\\//Visits//EN');
  expect(lines).toContain('DTSTAMP:20270310T150000Z');
  expect(lines).toContain('DTSTART;VALUE=DATE:20271231');
  expect(lines).toContain('DTEND;VALUE=DATE:20280101');
  expect(lines).toContain('LOCATION:100 Main St\\, Bentonville');
  expect(lines.at(-1)).toBe('');
});

test('a calendar without a visit has a part all the same, as its grammar asks', () => {
  const partsOf = (text: string) => [...text.matchAll(/^BEGIN:(.*)\r$/gm)].map(([, part]) => part);
  expect(partsOf(icalendarOf('Scoop', [], now))).toEqual(['VCALENDAR', 'VTIMEZONE', 'STANDARD']);
  expect(partsOf(icalendarOf('Scoop', [event], now))).toEqual(['VCALENDAR', 'VEVENT']);
});

test('no line is longer than 75 octets, and unfolded it is what it was', () => {
  const title = 'Ä'.repeat(120);
  const text = icalendarOf('Scoop & Sons', [{ ...event, title }], now);
  for (const line of text.split('\r\n'))
    expect(encodeURIComponent(line).replaceAll(/%../g, '_').length).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
});
