import { expect, test } from 'vitest';
import { inquirySteps, plainText, replyLink } from './inquiry-words.ts';

test('an HTML message is shown as its text, a line for each block', () => {
  expect(
    plainText('<h2>Yard</h2>\n<script>no()</script><ul><li><b>Gate:</b> left &amp; right</li><li>a<br>b</li></ul>'),
  ).toBe('Yard\nGate: left & right\na\nb');
});

test('markup that was escaped stays text', () => {
  expect(plainText('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;</p>')).toBe('<script>alert(1)</script> &lt;');
});

test('a reply goes to the whole address and to nobody else', () => {
  expect(replyLink({ from: 'a?cc=x&b%@example.com', subject: 'Sign Up Request [A & B]' })).toBe(
    'mailto:a%3Fcc%3Dx%26b%25@example.com?subject=Re%3A%20Sign%20Up%20Request%20%5BA%20%26%20B%5D',
  );
});

test('what became of an inquiry stands in the order in which it happened', () => {
  const steps = inquirySteps({
    id: 'i',
    from: 'vera@example.com',
    subject: '',
    data: null,
    cityName: null,
    message: '',
    receivedAt: '2026-11-20T12:00:00Z',
    answerDueAt: '2026-11-24T12:00:00Z',
    isOverdue: false,
    answeredAt: '2026-11-23T12:00:00Z',
    answeredBy: 'Erin Office',
    lost: { reason: 'no-answer', note: null },
    order: { id: 'o', status: 'taken-back', createdAt: '2026-11-21T12:00:00Z' },
    customer: { profileId: 'p', name: 'Vera Visitor', since: '2026-11-26T12:00:00Z', isJoined: false },
    sameNumber: null,
  });
  expect(steps).toEqual([
    { text: 'Asked on Nov 20, 2026' },
    { text: 'Order made on Nov 21, 2026: taken back', to: '/orders/o' },
    { text: 'Lost: does not answer, by Erin Office on Nov 23, 2026' },
    { text: 'Vera Visitor is a customer since Nov 26, 2026', to: '/customers/p' },
  ]);
});
