/** One visit as calendar programs have it: a day without a time. */
export type CalendarEvent = {
  /** Which stays when the day changes. */
  uid: string;
  day: Temporal.PlainDate;
  title: string;
  place: string;
  /** A page about it. */
  url: string;
};

/**
 * @param sender whose visits they are
 * @param now when it was written
 * @returns a calendar of days (RFC 5545), with its lines folded and its texts escaped
 */
export function icalendarOf(sender: string, events: readonly CalendarEvent[], now: Temporal.Instant): string {
  const stamp = `${digits(now.round('second').toString().replace('Z', ''))}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(sender)}//Visits//EN`,
    `X-WR-CALNAME:${escaped(sender)} visits`,
    // Programs that ask more often hear nothing new.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(({ uid, day, title, place, url }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${digits(day.toString())}`,
      `DTEND;VALUE=DATE:${digits(day.add({ days: 1 }).toString())}`,
      `SUMMARY:${escaped(title)}`,
      `LOCATION:${escaped(place)}`,
      `URL:${url}`,
      // The customer does not have to be at home.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    // A calendar has one part at least, and days without a time ask for no zone: this one is only there.
    ...(events.length === 0 ? noVisits : []),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** RFC 5545, section 3.6: what a calendar without a visit is made of. */
const noVisits = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const digits = (text: string) => text.replaceAll(/[-:]/g, '');

/** RFC 5545, section 3.3.11. */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

/** RFC 5545, section 3.1: a line has 75 octets at most, and no character is cut. */
function folded(line: string): string {
  let [lines, length] = ['', 0];
  for (const character of line) {
    const octets = octetsOf(character);
    if (length + octets > 75) {
      lines += '\r\n ';
      length = 1;
    }
    lines += character;
    length += octets;
  }
  return lines;
}

/** @returns how many bytes a character has in UTF-8 */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
