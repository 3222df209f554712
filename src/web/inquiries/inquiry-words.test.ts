import { expect, test } from 'vitest';
import { plainText, replyLink } from './inquiry-words.ts';

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
