// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SettingsAnswer } from '#contract/settings.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import Forbidden from '#web/app/forbidden.tsx';
import { store } from '#web/app/store.ts';
import { onPages } from '#web/testing/page.tsx';
import { type Call, phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { someSettings as settings } from '#web/testing/some-settings.ts';
import SettingsPage from './settings-page.tsx';

const change: SettingsAnswer['upcoming'][number] = {
  id: '01a20783-6a4c-7000-8000-000000000001',
  from: '2026-12-01T06:00:00Z',
  savedAt: '2026-11-23T15:00:00Z',
  savedBy: 'Erin Office',
  fields: [
    { name: 'standardRate', to: '1600' },
    { name: 'platformFeePercent', to: '25' },
    { name: 'taxLine', to: '' },
  ],
};
let answer: SettingsAnswer;

const open = () => render(onPages({ '/settings': <SettingsPage />, '/forbidden': <Forbidden /> }, '/settings'));
const sent = (method: string) => phone.calls.filter((call: Call) => call.method === method);

beforeEach(() => {
  unpack();
  answer = { settings, soon: settings, upcoming: [change], version: 3 };
  phone.farEnd = ({ method }) => {
    if (method === 'PUT')
      answer = { ...answer, version: 4, upcoming: [{ ...change, id: change.id.replace(/1$/, '2') }] };
    if (method === 'DELETE') answer = { ...answer, version: 5, upcoming: [] };
    return { body: method === 'DELETE' ? {} : answer };
  };
  store.dispatch(sessionRestored(staffSessionOf('erin', 'owner')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('what counts now and what counts later are shown in words, and what is to come can be taken back', async () => {
  open();
  const later = (await screen.findByRole('heading', { name: 'From Dec 1, 2026, 12:00 AM' })).closest('li');
  expect(later?.textContent).toContain('Saved by Erin Office, Nov 23, 2026, 9:00 AM');
  expect(later?.textContent).toContain('Standard yard$16.00Platform fee25%Tax lineNone');
  expect(screen.getByText('$15.00')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: /^Take back/ }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^From Dec/ })).toBeNull());
  expect(sent('DELETE').map(({ path }) => path)).toEqual([`/v1/settings/${change.id}`]);
});

test('only what was touched is saved, on the version that was seen', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit business' }));
  const field = (name: RegExp) => screen.findByRole('textbox', { name });
  fireEvent.change(await field(/^Business name/), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please give a name.');
  expect(sent('PUT')).toEqual([]);

  fireEvent.change(await field(/^Business name/), { target: { value: 'Scoop & Sons' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Edit business' });
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ businessName: 'Scoop & Sons', version: 3 }]);
});

test('a part of a cent is told at its field, and nothing is saved; what is planned already is said so', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit prices and fees' }));
  const rate = await screen.findByRole('textbox', { name: /^Standard yard/ });
  const typed = (text: string) => {
    fireEvent.focus(rate);
    fireEvent.change(rate, { target: { value: text } });
    fireEvent.blur(rate);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  for (const [text, words] of [
    ['15.555', 'Please give whole cents.'],
    ['1e9', '“1e9” is no number. Please type it again.'],
  ] as const) {
    typed(text);
    await screen.findByText(words);
  }
  expect(sent('PUT')).toEqual([]);
  phone.farEnd = () => ({ body: answer });
  typed('16');
  await waitFor(() => expect(sent('PUT').map(({ body }) => body)).toEqual([{ standardRate: 1600, version: 3 }]));
  await waitFor(() =>
    expect(store.getState().alerts.at(-1)?.data.message).toContain('a change that is planned already'),
  );
});

test('days of texts are chosen one by one, and one at least', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit messages' }));
  for (const day of ['Saturday', 'Sunday']) fireEvent.click(await screen.findByRole('button', { name: day }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT').map(({ body }) => body)).toEqual([{ textsOnDays: '12345', version: 3 }]));

  fireEvent.click(await screen.findByRole('button', { name: 'Edit messages' }));
  for (const day of ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun']) {
    fireEvent.click(await screen.findByRole('button', { name: `${day}day` }));
  }
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please choose at least one day.');
});

test('words of messages are shown as a text while they are typed, and an unknown placeholder is told', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit words of messages' }));
  const field = await screen.findByRole('textbox', { name: /^The visit is done/ });
  const preview = (words: string) => screen.findByText((_, element) => element?.textContent === `As a text: ${words}`);
  await preview("Yardpack: Wren O. has just finished today's visit at 108 SW 8th St. Enjoy your yard!");
  fireEvent.change(field, { target: { value: 'All clean, {name}!' } });
  await preview('Yardpack: All clean, Casey!');
  fireEvent.change(field, { target: { value: 'All clean, {nam}!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^There is no \{nam\}/);
  expect(sent('PUT')).toEqual([]);
});

test('a message is found by when it is sent or by its words, and Enter in the search saves nothing', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit words of messages' }));
  const search = await screen.findByRole('searchbox', { name: 'Find a message' });
  const shown = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('name') ?? field.id);
  const all = shown().length;
  fireEvent.change(search, { target: { value: 'Visit is DONE' } });
  await screen.findByText('1 message');
  screen.getByRole('textbox', { name: /^The visit is done/ });
  expect(shown().length).toBeLessThan(all - 30);
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  fireEvent.change(search, { target: { value: 'enjoy your yard' } });
  screen.getByRole('textbox', { name: /^The visit is done/ });
  fireEvent.change(search, { target: { value: 'zebra' } });
  await screen.findByText('No message is like this.');
  fireEvent.change(search, { target: { value: '' } });
  expect(shown()).toHaveLength(all);
  expect(sent('PUT')).toEqual([]);
});

test('a manager is told that owners set this', async () => {
  store.dispatch(sessionRestored(staffSessionOf('max', 'manager')));
  open();
  await screen.findByText(/Only an owner can do this/);
  expect(sent('GET').filter(({ path }) => path === '/v1/settings')).toEqual([]);
});

test('a logo that is too large or no picture is told at its field; a good one is shown, and saved', async () => {
  const hash = 'ab'.repeat(32);
  const message = 'This file is no picture that can be shown.';
  let isGood = false;
  const usual = phone.farEnd;
  phone.farEnd = (call) => {
    if (call.method !== 'POST') return usual(call);
    if (isGood) return { body: { logo: hash } };
    const fields = [{ path: 'body.picture', message }];
    return { status: 400, body: { message: 'Wrong', errorCode: 'INVALID_INPUT', traceId: 't', fields } };
  };
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit look' }));
  const input = await screen.findByLabelText('Logo');
  const choose = (bytes: number) =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], 'logo.png')] } });
  choose(2_000_001);
  await screen.findByText('This picture is larger than 2 MB.');
  expect(sent('POST')).toEqual([]);
  choose(3);
  await screen.findByText(message);
  expect(sent('POST')).toMatchObject([{ path: '/v1/settings/logos', body: { picture: 'AAAA' } }]);
  isGood = true;
  choose(3);
  const picture = await screen.findByRole('img', { name: 'The logo' });
  expect(picture.getAttribute('src')).toBe(`/logos/${hash}.png`);
  expect(screen.queryByText(message)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT')).toMatchObject([{ body: { logo: hash, version: 3 } }]));
});
