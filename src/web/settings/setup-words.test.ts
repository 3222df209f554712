import { expect, test } from 'vitest';
import type { Setup } from '#contract/setup.ts';
import { type SetupCheck, type SetupReason, setupReasons } from '#domain/setup.ts';
import { failureText, missingOf, missingSentence } from './setup-words.ts';

const url = 'https://scoop.example/v1/webhooks/stripe';
const failed = (check: SetupCheck, reason: SetupReason) =>
  failureText({ check, state: 'failed', reason, isStandIn: false, checkedAt: null }, url);

/** For each check the reasons that the server can give for it, and what each has to name. */
const reasons: Partial<Record<SetupCheck, Partial<Record<SetupReason, RegExp>>>> = {
  mail: {
    unreachable: /SMTP_URL/,
    'login-refused': /name or the password in SMTP_URL/,
    'sender-refused': /MAIL_FROM/,
    'address-refused': /your profile/,
    unanswered: /perhaps sent.*try again/,
  },
  text: {
    unreachable: /TEXT_PROVIDER/,
    'login-refused': /credentials/,
    'address-refused': /no mobile number.*your profile/,
    unanswered: /perhaps sent.*try again/,
  },
  payments: {
    unreachable: /reach the internet/,
    'key-refused': /STRIPE_SECRET_KEY/,
    'key-may-not': /restricted key/,
    'other-mode': /for tests and the other is live/,
    'not-activated': /activation/,
    'no-connect': /sign up for Connect/,
  },
  webhook: {
    unreachable: /reach the internet/,
    'key-refused': /STRIPE_SECRET_KEY/,
    'key-may-not': /restricted key/,
    'no-endpoint': new RegExp(`${url}.*Add one`),
    'missing-events': new RegExp(`${url}.*README\\.md lists them`),
    'not-heard': new RegExp(`${url}.*STRIPE_WEBHOOK_SECRET`),
  },
};

test.each(Object.entries(reasons))('%s says of each known reason what to do', (check, known) => {
  for (const [reason, words] of Object.entries(known)) {
    expect(failed(check as SetupCheck, reason as SetupReason)).toMatch(words);
  }
});

test('each reason has words for some check, and only an unknown one sends to the log', () => {
  const named = new Set(Object.values(reasons).flatMap((known) => Object.keys(known)));
  expect(setupReasons.filter((reason) => !named.has(reason))).toEqual(['unknown']);
  expect(failed('mail', 'unknown')).toBe('It failed, and the server’s log says why. Try again once that is mended.');
});

test('what is missing counts the second factor, where one is asked for', () => {
  const check = { check: 'mail', state: 'open', reason: null, isStandIn: false, checkedAt: null } as const;
  const setup: Setup = { checks: [check, { ...check, state: 'good' }], hasProduct: false, webhookUrl: url };
  expect(missingSentence(setup, { isRequired: true, isThere: false })).toBe('3 of 4 things are not done yet.');
  expect(missingOf(setup, { isRequired: true, isThere: true })).toBe(2);
  expect(missingSentence(setup, { isRequired: false, isThere: false })).toBe('2 of 3 things are not done yet.');
});
