import { expect, test } from 'vitest';
import { Email } from '#contract/fields.ts';
import { Phone } from '#contract/phone.ts';
import { hear } from '#domain/text-keywords.ts';
import { isReaction } from '#domain/text-reaction.ts';
import { searchQuery, searchSplits } from '../search/words.ts';
import { deviceName } from '../sessions/device.ts';
import { processorTimeOf } from '../testing/processor-time.ts';
import { messageIdIn, readDsn } from './dsn.ts';
import { readPlain, readSes } from './mail-reports.ts';
import { textMessage, withoutLinks } from './plain-words.ts';

/** Everything with a regular expression that reads text from outside before its length is known to be small. */
const readers: Record<string, (text: string) => unknown> = {
  hear: (text) => hear(text, ['Yardpack', text.slice(0, 20)]),
  isReaction: (text) => isReaction(text, [text.slice(0, 160)]),
  'without links': (text) => withoutLinks(text),
  'a text message': (text) => textMessage(text),
  'a report of a mail': (text) => readDsn(text),
  'the headers of a report': (text) => readDsn(`Content-Type: multipart/report; boundary=x\n\n--x\n${text}\n--x--`),
  'the id in a report': (text) => messageIdIn(text),
  "Amazon's report": (text) => readSes(JSON.stringify({ Message: text })),
  'a plain report': (text) => readPlain(JSON.stringify([{ message: text }])),
  'a user agent': (text) => deviceName(text),
  'an email': (text) => Email.safeParse(text),
  'a phone number': (text) => Phone.safeParse(text),
  'a search': (text) => searchQuery(text),
  'the parts of a search': (text) => searchSplits(text),
};

/** What a backtracking expression is slow at: runs of what two of its parts may take, and an end that fits neither. */
const parts = [
  '-',
  ' ',
  '\n',
  '.',
  '@',
  '"',
  '“',
  '(',
  '1',
  'a',
  'ok ',
  'please ',
  'stop ',
  'a.',
  'a@',
  'www.',
  '\r\n ',
  '<a',
  '👍',
  '\u00a0',
];
const endings = ['', '!x'];
const length = 20_000;

/** @returns the processor's milliseconds of the fastest of three runs */
async function took(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (const _ of [1, 2, 3]) times.push(await processorTimeOf(run));
  return Math.min(...times);
}

test.each(['ok ', 'ok\n', 'ok-ok ', 'hi ok ', 'please ', 'thanks now '])(
  'a text of nothing but %j is heard in a few milliseconds, however many words go from its ends one by one',
  async (part) => {
    const text = part.repeat(1600 / part.length);
    hear(text);
    expect(await took(() => hear(text))).toBeLessThan(4);
  },
);

test.each(Object.keys(readers))('%s: twice as long a text takes at most some three times as long', async (name) => {
  const read = readers[name] ?? (() => undefined);
  const slow: unknown[] = [];
  for (const part of parts) {
    for (const ending of endings) {
      const text = (size: number) => part.repeat(size / part.length) + ending;
      const longer = await took(() => read(text(2 * length)));
      // What is quick in any case need not be compared.
      if (longer < 50) continue;
      const ratio = longer / (await took(() => read(text(length))));
      if (ratio > 3) slow.push([part, ending, Math.round(longer), ratio]);
    }
  }
  expect(slow).toEqual([]);
});
