// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { onPage } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import LandingRoute from './landing-route.tsx';

const facts = { ...documentFacts };
afterEach(() => {
  cleanup();
  Object.assign(documentFacts, facts);
});

test('until the business is set up, staff who sign in see no front page that promises something', async () => {
  unpack();
  phone.farEnd = () => ({ body: {} });
  Object.assign(documentFacts, { opening: '1', businessName: 'wags.example' });
  render(onPage(<LandingRoute />));
  await screen.findByRole('heading', { name: 'Opening soon' });
  screen.getByText('wags.example is getting ready for its first customers. Staff can sign in.');
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(document.title).toBe('Opening soon · wags.example');
});
