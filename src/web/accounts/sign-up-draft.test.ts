import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSignUp, keptSignUp } from './sign-up-draft.ts';
import { emptySignUp } from './sign-up-values.ts';

const kept = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }),
);
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

const signUpId = '0199a1b2-0000-7000-8000-000000000001';
const values = {
  ...emptySignUp,
  username: 'casey',
  profileType: 'PROFILE_TYPE_WORKER',
  birthday: { year: 1990, month: 2, day: 28 },
  agreedToDisclaimer: true,
};

test('a half-filled form is kept with its id, without password and join code', () => {
  keepSignUp({
    signUpId,
    values: { ...values, password: 'bones4all!', confirmPassword: 'bones4all!', joinCode: 'code' },
  });
  expect(keptSignUp()).toEqual({ signUpId, values });
  expect(JSON.stringify([...kept.values()])).not.toMatch(/bones4all|code"/);
  keepSignUp(undefined);
  expect(keptSignUp()).toBeUndefined();
});

test.each(['', 'not JSON', '{}', JSON.stringify({ signUpId, values: { ...values, username: 7 } })])(
  'what is no draft of this form is not taken for one: %s',
  (text) => {
    kept.set('sign-up-draft', text);
    expect(keptSignUp()).toBeUndefined();
  },
);

test('a browser that keeps nothing is no reason to fail', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepSignUp({ signUpId, values });
  expect(keptSignUp()).toBeUndefined();
});
