import { expect, test } from 'vitest';
import type { Setup } from '#contract/setup.ts';
import { type SetupCheck, type SetupReason, setupChecks, setupReasons } from '#domain/setup.ts';
import { checkBadge, failureText, missingOf, missingSentence, unknownText } from './setup-words.ts';

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
    'no-provider': /Set TEXT_PROVIDER/,
    unanswered: /perhaps sent.*try again/,
    'not-heard': /PUBLIC_URL/,
    undelivered: /did not arrive.*profile/,
    unregistered: /A2P 10DLC/,
    unverified: /toll-free/,
    filtered: /spam/,
    suspended: /Twilio’s console/,
    'not-allowed': /TWILIO_FROM/,
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
    'signature-refused': new RegExp(`${url}.*STRIPE_WEBHOOK_SECRET`),
    'not-heard': new RegExp(`${url}.*STRIPE_WEBHOOK_SECRET`),
  },
};

test.each(Object.entries(reasons))('%s says of each known reason what to do', (check, known) => {
  for (const [reason, words] of Object.entries(known)) {
    expect(failed(check as SetupCheck, reason as SetupReason)).toMatch(words);
  }
});

test('each reason has words for some check, and only an unknown one sends to the log', () => {
  const sendsToLog = 'It failed, and the server’s log says why. Try again once that is mended.';
  const wordless = setupReasons.filter((reason) => setupChecks.every((check) => failed(check, reason) === sendsToLog));
  // What says of a check that worked what it cannot say is no failure.
  expect(wordless.filter((reason) => reason !== 'no-report' && reason !== 'texts-off')).toEqual(['unknown']);
});

test('texts that are off on purpose are not said to work', () => {
  const off = { check: 'text', state: 'good', reason: 'texts-off', isStandIn: false, checkedAt: null } as const;
  expect(checkBadge(off)).toEqual({ tone: 'neutral', word: 'Off' });
});

test('a provider that reports nothing is said to', () => {
  const check = { check: 'text', isStandIn: false, checkedAt: null, state: 'good' } as const;
  expect(unknownText({ ...check, reason: 'no-report' })).toMatch(/does not report.*check your phone/);
  expect(unknownText({ ...check, reason: null })).toBeUndefined();
});

test('what is missing counts the second factor, where one is asked for', () => {
  const check = { check: 'mail', state: 'open', reason: null, isStandIn: false, checkedAt: null } as const;
  const setup: Setup = {
    checks: [check, { ...check, state: 'good' }],
    isNamed: true,
    hasProduct: false,
    webhookUrl: url,
  };
  expect(missingSentence(setup, { isRequired: true, isThere: false })).toBe('3 of 4 things are not done yet.');
  expect(missingOf(setup, { isRequired: true, isThere: true })).toBe(2);
  expect(missingSentence(setup, { isRequired: false, isThere: false })).toBe('2 of 3 things are not done yet.');
});
