import { expect, test } from 'vitest';
import { withoutTokens } from './correspondence.ts';

test.each([
  ['https://a.example/set-new-password?token=abc', 'https://a.example/set-new-password?token=…'],
  [
    '<a href="https://a.example/off?unsubscribe-token=abc&amp;x=1">',
    '<a href="https://a.example/off?unsubscribe-token=…&amp;x=1">',
  ],
  ['https://a.example/f.jpg?X-Amz-Signature=ab12#x', 'https://a.example/f.jpg?X-Amz-Signature=…#x'],
  ['https://a.example/u?who=AbCdEfGhIjKlMnOpQrStUv12', 'https://a.example/u?who=…'],
  [
    'https://a.example/customers/1/engagements/2?day=2026-11-23',
    'https://a.example/customers/1/engagements/2?day=2026-11-23',
  ],
  ['Why? Because = is not a link.', 'Why? Because = is not a link.'],
])('%s', (words, expected) => expect(withoutTokens(words)).toBe(expected));
