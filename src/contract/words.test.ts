import { expect, test } from 'vitest';
import { consentWordings, wordingsNow } from '#domain/consents.ts';
import { contract } from './contract.ts';

test('what people read of the API, and agree to, says “email”', () => {
  const summaries = Object.values(contract).map(({ summary }) => summary);
  const wordings = Object.values(wordingsNow).map((name) => consentWordings[name]);
  const others = [...summaries, ...wordings].filter((words) => /\b(mail(s|ed|ing)?|e-mails?)\b/i.test(words));
  expect(others).toEqual([]);
});
