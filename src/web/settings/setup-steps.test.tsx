// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SettingsAnswer } from '#contract/settings.ts';
import { setupChecks } from '#domain/setup.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { someSettings } from '#web/testing/some-settings.ts';
import { SetupSteps } from './setup-steps.tsx';

const own = { businessName: 'Scoop & Sons', supportPhone: '(479) 555-0188', businessAddress: '12 Pine St' };
const refused = 'Please give your business its own phone and address first.';
const check = { reason: null, isStandIn: false, checkedAt: null };
let settings: SettingsAnswer['settings'];
let isRefused: boolean;
let isLookedOver: boolean;

beforeEach(() => {
  unpack();
  [settings, isRefused, isLookedOver] = [{ ...someSettings, ...own }, false, false];
  phone.farEnd = ({ method, path }) => {
    if (path.endsWith('/second-factors')) return { body: { isRequired: false, factors: [] } };
    if (path.endsWith('/settings')) return { body: { settings, soon: settings, upcoming: [], version: 3 } };
    if (method === 'POST') {
      if (isRefused) return { status: 409, body: { message: refused, errorCode: 'NOT_ALLOWED_NOW', traceId: 't' } };
      isLookedOver = true;
    }
    const checks = setupChecks.map((one) => ({ ...check, check: one, state: isLookedOver ? 'good' : 'open' }));
    return {
      body: {
        checks,
        isNamed: settings.businessName !== 'Yardpack',
        hasProduct: true,
        webhookUrl: 'https://wags.example/webhooks/stripe',
      },
    };
  };
  store.dispatch(sessionRestored(staffSessionOf('erin', 'owner')));
});
afterEach(() => {
  cleanup();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const said = () => store.getState().alerts.map(({ data }) => data.message);
const lookedOver = () => phone.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
/** Opens the form of the business. */
async function lookOver() {
  render(onPage(<SetupSteps isNew={false} />));
  fireEvent.click(await screen.findByRole('button', { name: /The business/ }));
  await screen.findByRole('button', { name: 'Save' });
}

test.each([
  [false, []],
  [true, [refused]],
])('the business, looked over and saved as it is, is told of once at most; refused: %s', async (isBad, words) => {
  isRefused = isBad;
  await lookOver();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(lookedOver()).toEqual(['/v1/setup/checks/business']));
  if (!isBad) await screen.findAllByText('Looked over');
  await waitFor(() => expect(said()).toEqual(words));
});

test('who cancels has looked over nothing', async () => {
  await lookOver();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: /The business/ });
  expect([lookedOver(), said()]).toEqual([[], []]);
});

test('the name of the product is that of the business only once its owner has typed it', async () => {
  settings = { ...settings, businessName: 'Yardpack' };
  await lookOver();
  const name = screen.getByRole('textbox', { name: 'Business name' });
  expect((name as HTMLInputElement).value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Please give a name.')).length).toBeGreaterThan(0);
  expect(lookedOver()).toEqual([]);
  fireEvent.change(name, { target: { value: 'Yardpack' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(lookedOver()).toEqual(['/v1/setup/checks/business']));
});
