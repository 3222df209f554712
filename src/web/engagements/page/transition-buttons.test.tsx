// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngagementStatus } from '#domain/enums.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { comeOnline, type FarEnd, phone, sessionOf, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { TransitionButtons } from './transition-buttons.tsx';

let answer: ReturnType<FarEnd>;
const onChooseMethod = vi.fn();

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('wren')));
  phone.farEnd = ({ method }) => (method === 'PUT' ? answer : { body: { visits: [], next: null } });
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

const messages = () => store.getState().alerts.map(({ data }) => data.message);
const network = 'Network error. Please check your internet connection.';

/** An engagement that its worker may pause. */
function open() {
  const page = (status: EngagementStatus) =>
    onPage(
      <TransitionButtons
        engagement={{ ...buildEngagement('e', status), nextStatuses: ['ENGAGEMENT_STATUS_PAUSED'] }}
        onChooseMethod={onChooseMethod}
      />,
    );
  const { rerender } = render(page('ENGAGEMENT_STATUS_RUNNING'));
  return (status: EngagementStatus) => rerender(page(status));
}

async function pauses(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Pause this engagement?' });
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pause');
  if (confirm) fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

test('the alert of a lost answer goes once the page shows what was asked for', async () => {
  const show = open();
  answer = 'lost';
  await pauses();
  expect(messages()).toEqual([network]);
  show('ENGAGEMENT_STATUS_RUNNING');
  expect(messages()).toEqual([network]);
  show('ENGAGEMENT_STATUS_PAUSED');
  await waitFor(() => expect(messages()).toEqual([]));
});

test('a refusal stays, whatever the page shows', async () => {
  const show = open();
  answer = { status: 409, body: { message: 'Not now.', errorCode: 'NOT_ALLOWED_NOW', traceId: 't' } };
  await pauses();
  show('ENGAGEMENT_STATUS_PAUSED');
  expect(messages()).toEqual(['Not now.']);
});

/** The page of an engagement, as far as the buttons need it. */
function EngagementPage() {
  const { data } = api.useGetEngagementQuery({ params: { engagementId: 'e' } });
  return data && <TransitionButtons engagement={data.engagement} onChooseMethod={onChooseMethod} />;
}

test.each(['at once', 'when the connection is back'])(
  'after a lost answer the page looks what is so, %s',
  async (when) => {
    let status: EngagementStatus = 'ENGAGEMENT_STATUS_RUNNING';
    phone.farEnd = ({ method, path }) => {
      if (path.endsWith('/visits')) return { body: { visits: [], next: null } };
      if (method === 'GET') {
        const nextStatuses = status === 'ENGAGEMENT_STATUS_RUNNING' ? ['ENGAGEMENT_STATUS_PAUSED'] : [];
        return { body: { engagement: { ...buildEngagement('e', status), nextStatuses } } };
      }
      status = 'ENGAGEMENT_STATUS_PAUSED';
      if (when !== 'at once') phone.isOnline = false;
      return 'lost';
    };
    render(onPage(<EngagementPage />));
    await screen.findByRole('button', { name: 'Pause' });
    await pauses();
    if (when !== 'at once') {
      await waitFor(() => expect(messages()).toEqual([network]));
      expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeNull();
      comeOnline();
    }
    await waitFor(() => expect([screen.queryByRole('button', { name: 'Pause' }), messages()]).toEqual([null, []]));
  },
);

function ownEngagement(status: EngagementStatus) {
  const engagement = buildEngagement('e', status);
  return { ...engagement, customer: { ...engagement.customer, id: 'casey', userId: 'casey' } };
}

/** An engagement that its customer may pause or cancel, asked whether to cancel it. */
async function askToCancel(cost = 'Nothing more will be charged.') {
  store.dispatch(sessionRestored(sessionOf('casey')));
  const engagement = ownEngagement('ENGAGEMENT_STATUS_RUNNING');
  const nextStatuses = ['ENGAGEMENT_STATUS_PAUSED', 'ENGAGEMENT_STATUS_CANCELLED'] as const;
  render(
    onPage(
      <TransitionButtons
        engagement={{ ...engagement, nextStatuses: [...nextStatuses] }}
        onChooseMethod={onChooseMethod}
      />,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel engagement' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this engagement?' }));
  await dialog.findByText(cost);
  return {
    dialog,
    choose: (reason: string) => fireEvent.change(dialog.getByLabelText(/^Why\?/), { target: { value: reason } }),
    confirm: () => fireEvent.click(dialog.getByRole('button', { name: 'Cancel engagement' })),
  };
}
const sent = () => phone.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('who cancels says why first; what is written beside it goes along', async () => {
  phone.farEnd = ({ method }) =>
    method === 'PUT' ? {} : { body: { visits: [], next: null, openAmount: 0, onItsWay: 0 } };
  const { dialog, choose, confirm } = await askToCancel();
  confirm();
  await dialog.findByText('Please choose a reason.');
  expect(sent()).toEqual([]);
  choose('moving');
  fireEvent.change(dialog.getByLabelText(/^Anything to add/), { target: { value: 'To Tulsa.' } });
  confirm();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const status = 'ENGAGEMENT_STATUS_CANCELLED';
  expect(sent()).toEqual([{ status, version: 1, cancelReason: 'moving', cancelNote: 'To Tulsa.' }]);
});

test.each([
  [1500, 0, '$15.00 for visits already done will still be charged.'],
  [2750, 2750, '$27.50 is on its way from your bank.'],
  [4250, 2750, '$15.00 for visits already done will still be charged. $27.50 is on its way from your bank.'],
])('of %i cents that are open, %i are on their way from the bank and not charged again', async (open, onWay, said) => {
  phone.farEnd = () => ({ body: { visits: [], next: null, openAmount: open, onItsWay: onWay } });
  await askToCancel(said);
});

test('who only needs a break is offered a pause', async () => {
  phone.farEnd = ({ method }) =>
    method === 'PUT' ? {} : { body: { visits: [], next: null, openAmount: 0, onItsWay: 0 } };
  const { dialog, choose } = await askToCancel();
  expect(dialog.queryByRole('button', { name: 'Pause instead' })).toBeNull();
  choose('break');
  fireEvent.click(dialog.getByRole('button', { name: 'Pause instead' }));
  const pause = within(await screen.findByRole('alertdialog', { name: 'Pause this engagement?' }));
  fireEvent.click(await pause.findByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(sent()).toEqual([{ status: 'ENGAGEMENT_STATUS_PAUSED', version: 1 }]));
});

test('who owes reads the amount that the other pages say, of which the given-up bill is only a part', async () => {
  store.dispatch(sessionRestored(sessionOf('casey')));
  const today = { year: 2026, month: 11, day: 24 };
  phone.farEnd = ({ path }) =>
    path.endsWith('/overdue')
      ? { body: { openAmount: 3000, amount: 3000, notConfirmedAmount: 0, givenUpAmount: 1500 } }
      : { body: { visits: [], next: null, today, openAmount: 1500, onItsWay: 0, givenUpAmount: 1500 } };
  const own = ownEngagement('ENGAGEMENT_STATUS_PAUSED');
  render(
    onPage(
      <TransitionButtons
        engagement={{ ...own, nextStatuses: ['ENGAGEMENT_STATUS_RUNNING'] }}
        onChooseMethod={onChooseMethod}
      />,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'There is something to pay first' }));
  const pay = await dialog.findByRole('link', { name: 'Pay $30.00' });
  expect(pay.getAttribute('href')).toBe('/customers/casey/billing');
  expect(dialog.getByText(/^\$30\.00 for visits already made could not be charged\./)).toBeDefined();
  expect(dialog.queryByText(/\$15\.00/)).toBeNull();
});

test('whose payment method the bank has stopped reads why, and chooses another from there', async () => {
  store.dispatch(sessionRestored(sessionOf('casey')));
  const today = { year: 2026, month: 11, day: 24 };
  const paused = { isPausedUnpaid: true, blockedWhy: 'Your bank says that this account is closed.' };
  phone.farEnd = ({ path }) =>
    path.endsWith('/overdue')
      ? { body: { openAmount: 0, amount: 0, notConfirmedAmount: 0, givenUpAmount: 0 } }
      : { body: { visits: [], next: null, today, openAmount: 0, onItsWay: 0, givenUpAmount: 0, ...paused } };
  const own = ownEngagement('ENGAGEMENT_STATUS_PAUSED');
  const offered = { ...own, nextStatuses: ['ENGAGEMENT_STATUS_RUNNING' as const] };
  render(onPage(<TransitionButtons engagement={offered} onChooseMethod={onChooseMethod} />));
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Choose another payment method' }));
  dialog.getByText(
    /^We paused your visits\. Your bank says that this account is closed\. Choose another payment method/,
  );
  expect(dialog.queryByRole('button', { name: 'Resume' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Choose payment method' }));
  expect(onChooseMethod).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('who finds it too expensive is offered another rhythm instead of the end', async () => {
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
  const today = { year: 2026, month: 11, day: 24 };
  phone.farEnd = () => ({ body: { visits: [], next: null, today, openAmount: 0, onItsWay: 0, givenUpAmount: 0 } });
  const engagement = buildEngagement('e', 'ENGAGEMENT_STATUS_RUNNING');
  render(
    onPage(
      <TransitionButtons
        engagement={{ ...engagement, nextStatuses: ['ENGAGEMENT_STATUS_CANCELLED'] }}
        onChooseMethod={onChooseMethod}
      />,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }));
  const dialog = await screen.findByRole('alertdialog');
  const choose = (value: string) => fireEvent.change(within(dialog).getByLabelText(/^Why\?/), { target: { value } });
  choose('moving');
  expect(within(dialog).queryByRole('button', { name: 'Change how often instead' })).toBeNull();
  choose('too-expensive');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Change how often instead' }));
  await screen.findByRole('dialog', { name: 'Change how often' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
