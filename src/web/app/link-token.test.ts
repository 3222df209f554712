// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { takeWholeLinkToken } from './link-token.ts';

beforeEach(() => sessionStorage.clear());

const whole = 'x'.repeat(43);
test.each([
  ['a whole token', `?token=${whole}`, whole],
  ['one that was cut short', '?token=abc', undefined],
  ['one with a mark that no token has', `?token=${whole}%3C`, undefined],
  ['one that is far too long', `?token=${whole.repeat(9)}`, undefined],
  ['an empty one', '?token=', undefined],
  ['none', '', undefined],
])('of %s a page reads what can be a token, also after a reload, and the address keeps nothing', (_, query, token) => {
  history.replaceState(null, '', `/set-new-password${query}`);
  expect([takeWholeLinkToken(), location.search, takeWholeLinkToken()]).toEqual([token, '', token]);
});
