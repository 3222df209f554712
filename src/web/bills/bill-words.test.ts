import { expect, test } from 'vitest';
import { kindNotTakenMessage, refusedMessage } from '#domain/payment-attempts.ts';
import {
  aftermathSentences,
  billMark,
  formulaLabel,
  laterSentence,
  nextSentence,
  timesLabel,
  visitsLabel,
} from './bill-words.ts';

const standing = { nextAt: null, declineMessage: null };

test('a bill says why it is not paid and what happens next, in the business’s days', () => {
  const declined = { declineMessage: 'Your card was declined.', nextAt: '2026-11-24T04:30:00Z' };
  expect(nextSentence({ ...declined, state: 'retrying' }, true)).toBe(
    'Your card was declined. We will try again on Mon, Nov 23.',
  );
  expect(nextSentence({ ...declined, state: 'retrying' }, false)).toBe(
    'The customer’s card was declined. We will try again on Mon, Nov 23.',
  );
  expect(nextSentence({ ...declined, declineMessage: kindNotTakenMessage, state: 'retrying' }, true)).toBe(
    kindNotTakenMessage,
  );
  expect(nextSentence({ ...standing, declineMessage: 'It was not confirmed.', state: 'declined' }, true)).toBe(
    'It was not confirmed. We do not try again by ourselves.',
  );
  expect(nextSentence({ ...standing, nextAt: '2026-11-24T20:00:00Z', state: 'to-confirm' }, true)).toBe(
    'Your bank waits until Tue, Nov 24 for you to confirm it.',
  );
  expect(nextSentence({ ...standing, state: 'processing' }, false)).toBe(
    'It is on its way from the customer’s bank. That takes up to five business days.',
  );
  expect(nextSentence({ ...standing, state: 'collecting' }, true)).toBe('It is being charged now.');
  const waiting = { ...standing, nextAt: '2026-11-24T20:00:00Z', state: 'waiting' } as const;
  expect(nextSentence(waiting, true)).toBe(
    'An earlier payment from your account comes first. We will check again on Tue, Nov 24.',
  );
  expect(nextSentence({ ...waiting, declineMessage: refusedMessage }, false)).toBe(
    `${refusedMessage} We will try again on Tue, Nov 24.`,
  );
  for (const state of ['paid', 'refunded'] as const) expect(nextSentence({ ...standing, state }, true)).toBe('');
});

const undecided = { decision: null, decidedAt: null, received: 0 };
const paid = {
  state: 'paid',
  amount: 1500,
  refunded: 0,
  refundedAt: null,
  owedBack: 0,
  creditedBack: 0,
  dispute: null,
  creditUsed: 0,
} as const;

test('a bill says what became of its money after it was paid, to the customer and to staff', () => {
  const refundedAt = '2026-11-24T04:30:00Z';
  expect([billMark(paid, true).label, aftermathSentences(paid, true)]).toEqual(['Paid', []]);
  const part = { ...paid, refunded: 333, refundedAt };
  const writtenOff = { ...paid, state: 'written-off' } as const;
  expect([true, false].map((isOwn) => billMark(writtenOff, isOwn).label)).toEqual(['Nothing to pay', 'Written off']);
  expect([billMark(part, true).label, aftermathSentences(part, true)]).toEqual(['Paid, $3.33 sent back', []]);
  const whole = { ...paid, state: 'refunded', refunded: 1500, refundedAt } as const;
  expect([billMark(whole, true).label, ...aftermathSentences(whole, true)]).toEqual([
    'Refunded',
    '$15.00 sent back, Nov 23, 2026.',
  ]);
  const byBoth = { ...whole, refunded: 500, creditUsed: 1000 };
  expect([billMark(byBoth, true).label, ...aftermathSentences(byBoth, true)]).toEqual([
    'Paid, $5.00 sent back',
    '$5.00 sent back, Nov 23, 2026.',
  ]);
  const owed = { ...paid, owedBack: 1500 };
  expect(aftermathSentences(owed, true)).toEqual([expect.stringMatching(/^We still owe you \$15\.00: your bank/)]);
  expect(aftermathSentences(owed, false)).toEqual([expect.stringMatching(/^We still owe the customer \$15\.00/)]);
  for (const [status, label, words] of [
    ['inquiry', 'Paid', 'Your bank is looking into it. Nothing was taken back so far.'],
    ['open', 'Disputed', 'Your bank is looking into it, and holds $15.00 until it decides.'],
    ['won', 'Paid', 'Your bank looked into it and let the payment stand.'],
  ] as const) {
    const disputed = { ...paid, dispute: { status, amount: 1500, ...undecided } };
    expect([billMark(disputed, true).label, ...aftermathSentences(disputed, true)]).toEqual([label, words]);
    expect(aftermathSentences(disputed, false)).toEqual([words.replace('Your bank', 'The customer’s bank')]);
  }
});

test('nothing is owed of a tip that the bank took back', () => {
  const lost = { ...paid, isTip: true, dispute: { status: 'lost', amount: 1500, ...undecided } } as const;
  expect(aftermathSentences(lost, true)).toEqual([expect.stringContaining('You don’t have to pay this tip again.')]);
});

test.for([
  [
    null,
    'Taken back by the bank',
    'Please use another payment method from now on. We’ll be in touch about this bill.',
    'Please decide about this bill.',
  ],
  ['written-off', 'Taken back by the bank', 'You don’t have to pay it again.', 'It was written off on Nov 23, 2026.'],
  [
    'paid',
    'Partly paid another way',
    'You paid $12.00 another way on Nov 23, 2026. We wrote off the other $3.00. You don’t have to pay it.',
    'The customer paid $12.00 another way on Nov 23, 2026. You wrote off the other $3.00.',
  ],
  [
    'ended',
    'Taken back by the bank',
    'Your service has ended.',
    'The service was ended, and the bill written off on Nov 23, 2026.',
  ],
] as const)('a lost dispute that the office has decided as %s says so to each', ([decision, mark, own, staff]) => {
  const decidedAt = decision && '2026-11-23T18:00:00Z';
  const dispute = {
    status: 'lost',
    amount: 1500,
    decision,
    decidedAt,
    received: decision === 'paid' ? 1200 : 0,
  } as const;
  const lost = { ...paid, dispute };
  expect(billMark(lost, true).label).toBe(mark);
  expect(aftermathSentences(lost, true)).toEqual([`Your bank took $15.00 back for good. ${own}`]);
  expect(aftermathSentences(lost, false)).toEqual([`The customer’s bank took $15.00 back for good. ${staff}`]);
});

test('a bill whose dispute was won after it was decided says what came besides', () => {
  const won = { status: 'won', amount: 1500, decidedAt: '2026-11-23T18:00:00Z' } as const;
  const stands = 'looked into it and let the payment stand.';
  const both = (decision: 'paid' | 'written-off', received: number) => {
    const bill = { ...paid, dispute: { ...won, decision, received } };
    expect(billMark(bill, true).label).toBe('Paid');
    return [true, false].flatMap((isOwn) => aftermathSentences(bill, isOwn));
  };
  expect(both('paid', 1500)).toEqual([
    `Your bank ${stands} You had also paid $15.00 another way.`,
    `The customer’s bank ${stands} The customer had also paid $15.00 another way.`,
  ]);
  expect(both('written-off', 0)).toEqual([
    `Your bank ${stands}`,
    `The customer’s bank ${stands} It had been written off before.`,
  ]);
  const whole = { ...paid, dispute: { ...won, status: 'lost', decision: 'paid', received: 1500 } } as const;
  expect([billMark(whole, true).label, ...aftermathSentences(whole, true)]).toEqual([
    'Paid another way',
    'Your bank took $15.00 back for good. You paid $15.00 another way on Nov 23, 2026.',
  ]);
});

test('what comes later is said with its day, if that is known', () => {
  expect(laterSentence({ unbilled: null })).toBeUndefined();
  expect(laterSentence({ unbilled: { amount: 2500, on: { year: 2026, month: 11, day: 30 } } })).toBe(
    '$25.00 comes on the next bill, on Mon, Nov 30.',
  );
  expect(laterSentence({ unbilled: { amount: 20, on: null } })).toBe('$0.20 comes on the next bill.');
});

test('days and times are not said twice', () => {
  const [one, other] = [
    { year: 2026, month: 11, day: 2 },
    { year: 2026, month: 11, day: 23 },
  ];
  expect(visitsLabel({ visits: 1, firstDay: one, lastDay: one, isTip: false })).toBe('1 visit, Nov 2, 2026');
  expect(visitsLabel({ visits: 4, firstDay: one, lastDay: other, isTip: false })).toBe(
    '4 visits, Nov 2, 2026 to Nov 23, 2026',
  );
  expect(visitsLabel({ visits: 1, firstDay: one, lastDay: one, isTip: true })).toBe('Tip for the visit on Nov 2, 2026');
  const completedAt = '2026-11-23T15:25:00Z';
  expect(timesLabel({ startedAt: '2026-11-23T15:05:00Z', completedAt })).toBe('9:05 AM to 9:25 AM');
  expect(timesLabel({ startedAt: '2026-11-23T15:25:00Z', completedAt })).toBe('at 9:25 AM');
  expect(timesLabel({ startedAt: null, completedAt })).toBe('at 9:25 AM');
  expect(timesLabel({ startedAt: null, completedAt: null })).toBeUndefined();
});

test('a visit says how its price came about, if that was kept', () => {
  const price = { amount: 2500, discount: 500 };
  const of = (yardSize: 'YARD_SIZE_STANDARD' | 'YARD_SIZE_LARGE', multiplier: number) => ({
    ...price,
    formula: { yardSize, multiplier },
  });
  expect(formulaLabel(of('YARD_SIZE_STANDARD', 2))).toBe('$15.00 for a standard yard × 2');
  expect(formulaLabel(of('YARD_SIZE_LARGE', 1))).toBe('$30.00 for a large yard');
  expect(formulaLabel({ ...price, formula: null })).toBeUndefined();
});
