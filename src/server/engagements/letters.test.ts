import { expect, test } from 'vitest';
import { customerStatusLetter } from '../messages/letters/engagement-status.ts';
import { goOnLetter, onAgainLetter, pausedLetter } from '../messages/letters/engagement-status-rest.ts';
import { priceRiseLetter } from '../messages/letters/price-rise.ts';

const cleanup = { productName: 'Yard Cleanup', street: '100 Main St' };
const services = [cleanup, { ...cleanup, street: '9 Oak St' }, cleanup, { ...cleanup, productName: 'Deodorizing' }];
const about = { firstName: 'Casey', url: 'https://yardpack.example', services };

test('a letter about several services says each name once, at all its streets', () => {
  const all = '“Yard Cleanup” at 100 Main St (2 services) and 9 Oak St and “Deodorizing” at 100 Main St';
  const goesOn = goOnLetter({ ...about, searched: [] });
  expect(goesOn.paragraphs[0]).toBe(`Hi Casey, ${all} have resumed.`);
  expect(goesOn.facts).toEqual([
    ['What', 'Yard Cleanup'],
    ['Where', '100 Main St (2 services) and 9 Oak St'],
    ['What', 'Deodorizing'],
    ['Where', '100 Main St'],
  ]);
  expect(onAgainLetter(about)).toMatchObject({ subject: 'On again: 100 Main St and 9 Oak St', facts: goesOn.facts });
  expect(pausedLetter(about)).toMatchObject({
    subject: 'Paused: 100 Main St and 9 Oak St',
    paragraphs: [
      `Hi Casey, ${all} are paused.`,
      'No visit is due until they resume. They keep their places in your plan.',
    ],
    short: `%businessName%: ${all} are paused. https://yardpack.example`,
  });
});

test('a letter about one service reads as ever', () => {
  const one = { ...about, services: [cleanup] };
  expect(goOnLetter({ ...one, searched: [] }).paragraphs).toEqual([
    'Hi Casey, “Yard Cleanup” at 100 Main St has resumed.',
    'You find the days of your next visits on its page.',
  ]);
  expect(pausedLetter(one).paragraphs).toEqual([
    'Hi Casey, “Yard Cleanup” at 100 Main St is paused.',
    'No visit is due until it resumes. It keeps its place in your plan.',
  ]);
});

test('who has begun a visit of what is paused reads of it, of several where', () => {
  const paused = 'Hi Casey, “Yard Cleanup” at 100 Main St is paused.';
  const one = { ...about, services: [cleanup] };
  const finishing = [
    paused,
    'The visit that you have started can still be finished.',
    'After it no visit is due until it resumes. It keeps its place in your plan.',
  ];
  expect(pausedLetter({ ...one, started: 'under-way' }).paragraphs).toEqual(finishing);
  expect(pausedLetter({ ...one, underWay: [cleanup] }).paragraphs).toEqual(finishing);
  expect(pausedLetter({ ...one, started: 'off' }).paragraphs[1]).toBe(
    'The visit of today that you have started is off, too: you do not have to come.',
  );
  const ofSeveral = pausedLetter({ ...about, underWay: [cleanup] });
  expect(ofSeveral.paragraphs.slice(1)).toEqual([
    'The visit that you have started at 100 Main St can still be finished.',
    'After it no visit is due until they resume. They keep their places in your plan.',
  ]);
  expect(ofSeveral.short).toContain('The visit that you have started at 100 Main St can still be finished. https');
});

test('who loses the keeper reads that nobody comes until then, and whether one is looked for, in the texts too', () => {
  const one = { ...cleanup, firstName: 'Casey', customerName: 'Casey', url: about.url };
  const none = { owing: 0, onItsWay: 0, next: undefined };
  const searching = customerStatusLetter('ENGAGEMENT_STATUS_PROPOSED', 'worker', one, none);
  expect(searching?.short).toBe(
    '%businessName%: we are looking for another keeper for “Yard Cleanup” at 100 Main St. Until we have one, nobody comes. https://yardpack.example',
  );
  expect(priceRiseLetter({ ...one, agreed: 2500, price: 2750 }).short).toBe(
    '%businessName%: a visit at 100 Main St costs $27.50 now, not $25.00. Nobody comes, and our search for a keeper waits, until you agree: https://yardpack.example',
  );
});

test('who pauses or cancels reads in the text, too, what is owed, and of a visit under way only when one is', () => {
  const one = { ...cleanup, firstName: 'Casey', customerName: 'Casey', url: about.url };
  for (const to of ['ENGAGEMENT_STATUS_PAUSED', 'ENGAGEMENT_STATUS_CANCELLED'] as const) {
    for (const [owing, onItsWay, isUnderWay, waits, text] of [
      [0, 0, false, false, 'Nothing is owed.'],
      [0, 0, true, true, 'Nothing is owed. The visit under way is finished and charged.'],
      [4500, 0, false, false, 'Still to be paid: $45.00.'],
      [4500, 0, true, false, 'Still to be paid: $45.00, and the visit under way.'],
      // By the morning it may be paid.
      [4500, 0, false, true, 'Visits that were made are charged as agreed.'],
      [4500, 0, true, true, 'Visits that were made, and the visit under way, are charged as agreed.'],
      [0, 2750, false, false, '$27.50 is on its way from your bank.'],
      [0, 2750, true, false, '$27.50 is on its way from your bank. The visit under way is finished and charged.'],
      [4500, 2750, false, false, 'Still to be paid: $45.00. $27.50 is on its way from your bank.'],
      [0, 2750, false, true, 'Visits that were made are charged as agreed.'],
    ] as const) {
      const following = { owing, onItsWay, isUnderWay, waits, next: undefined };
      const written = customerStatusLetter(to, 'customer', one, following);
      const nobody = to === 'ENGAGEMENT_STATUS_PAUSED' ? 'until you resume it.' : 'anymore.';
      expect(written?.short.endsWith(` Nobody comes ${nobody} ${text}`), written?.short).toBe(true);
      expect(/ under way /.test(written?.paragraphs.join(' ') ?? '')).toBe(isUnderWay);
      const mail = written?.paragraphs.join(' ') ?? '';
      expect(mail.includes('$45.00 is still to be paid.')).toBe(owing > 0);
      expect(mail.includes('$27.50 is on its way from your bank.')).toBe(onItsWay > 0);
      expect(mail.includes('Nothing is owed.')).toBe(owing + onItsWay === 0);
    }
  }
});
