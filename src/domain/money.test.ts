import { expect, test } from 'vitest';
import {
  charged,
  collected,
  disputeDecided,
  entryKinds,
  type Move,
  movedBetween,
  notBilled,
  tipped,
  undone,
  unread,
} from './ledger.ts';
import { debtFigures, figureNames, type MoneyFigure, moneyFigures, owedBefore } from './money.ts';

const figuresOf = (moves: readonly Move[]) =>
  Object.fromEntries(
    figureNames.map((name) => {
      const { sign, kinds } = moneyFigures[name];
      return [name, moves.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? sign * amount : 0), 0)];
    }),
  ) as Record<MoneyFigure, number>;

const visit = { amount: 1500, discount: 300, fee: 300, creditUsed: 0 };
const read = (more: object) => ({ ...unread, ...more });

test.each([
  ['a charge with a coupon', charged(visit)],
  ['a charge that is undone', undone(visit)],
  ['one that is not billed', [...charged(visit), ...notBilled(visit)]],
  ['one that is paid', [...charged(visit), ...collected(visit as never)]],
  ['a tip', tipped(500, false)],
  ['a tip that was paid twice', tipped(500, true)],
  [
    'a refund that is to be sent, and one that was',
    movedBetween(unread, read({ refunded: 400, owedBack: 100, reversed: 320 }), { isPaidTwice: false, isTip: false }),
  ],
  [
    'a tip that goes back',
    movedBetween(unread, read({ refunded: 500, reversed: 500 }), { isPaidTwice: false, isTip: true }),
  ],
  ['a lost dispute that was decided', disputeDecided({ amount: 1500, received: 625 })],
  ['a dispute', movedBetween(unread, read({ disputed: 1500, disputeFee: 1500 }), { isPaidTwice: false, isTip: false })],
])('what customers owe is what they owed before, and the figures that change it: %s', (_, moves) => {
  // Nobody owed anything before.
  expect(owedBefore(figuresOf(moves))).toBe(0);
});

test('each kind that changes what customers owe is in one of the figures that do', () => {
  const shown = (Object.keys(debtFigures) as MoneyFigure[]).flatMap((name) => moneyFigures[name].kinds);
  expect([...shown].sort()).toEqual([...moneyFigures.owed.kinds].sort());
  expect(moneyFigures.owed.kinds.every((kind) => entryKinds[kind][0] === 'customer')).toBe(true);
});
