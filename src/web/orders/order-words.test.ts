import { expect, test } from 'vitest';
import { orderMark } from './order-words.ts';

test('an order that could not be accepted for a time does not read as if its customer gave no answer', () => {
  const stuck = { status: 'waiting' as const, isStuck: true, problem: null, links: [], remindersSent: 2 };
  const labels = [stuck, { ...stuck, problem: 'We do not come to 72712.' }, { ...stuck, remindersSent: 1 }].map(
    (order) => orderMark(order).label,
  );
  expect(labels).toEqual(['No answer', 'Cannot be accepted', 'Can go on']);
});
