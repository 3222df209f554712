// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toFailure } from '#web/api/failure.ts';
import { onPage } from '#web/testing/page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { errorsDismissed } from './alerts.ts';
import { EditForm } from './edit-form.tsx';
import { store } from './store.ts';

type Values = { name: string };
type Answer = { error?: unknown };

let sent: { values: Values; version: number; answer: (answer: Answer) => void }[];
let ends: number;
let show: (version: number, name: string, isSaving?: boolean) => void;

/** A form of something that is saved as version 1, 'Fern'. */
beforeEach(() => {
  sent = [];
  ends = 0;
  store.dispatch(errorsDismissed());
  const form = (version: number, name: string, isSaving = false) =>
    onPage(
      <EditForm<Values>
        title="Edit"
        saved={{ version }}
        values={{ name }}
        rowsOf={(values) => [['Name', values.name]]}
        validate={({ name }) => (name === '' ? { name: 'Required.' } : {})}
        isSaving={isSaving}
        save={(values, version) => new Promise((answer) => sent.push({ values, version, answer }))}
        onEnd={onEnd}
      >
        {(form) => <TextField label="Name" {...form.getInputProps('name')} />}
      </EditForm>,
    );
  const { rerender } = render(form(1, 'Fern'));
  show = (...saved) => rerender(form(...saved));
});
afterEach(cleanup);

const onEnd = () => {
  ends += 1;
};
const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const question = () => screen.queryByRole('region', { name: 'Changed in the meantime' });
const errors = () => store.getState().alerts.length;
const lost = { error: toFailure({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }) };

/** Presses Save, and has the form know what became of it. */
async function saves(answer: Answer): Promise<void> {
  const before = sent.length;
  press('Save');
  await waitFor(() => expect(sent).toHaveLength(before + 1));
  sent.at(-1)?.answer(answer);
}

test('what was saved ends the form, and what was refused stays in it', async () => {
  type('');
  press('Save');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(sent).toEqual([]);

  type('Moss');
  await saves({ error: { ...lost.error, fields: [{ path: 'body.name', message: 'Taken.' }] } });
  await screen.findByText('Taken.');
  expect([field().value, errors(), ends]).toEqual(['Moss', 1, 0]);

  await saves({});
  await waitFor(() => expect(ends).toBe(1));
  expect([sent.map(({ version }) => version), errors()]).toEqual([[1, 1], 0]);
});

test('somebody else saving exactly what stands in the form does not end it at the next Save, before the answer', async () => {
  type('Moss');
  show(2, 'Moss');
  expect([question(), ends]).toEqual([null, 0]);

  type('Sage');
  press('Save');
  await waitFor(() => expect(sent).toMatchObject([{ values: { name: 'Sage' }, version: 2 }]));
  show(2, 'Moss', true);
  expect(ends).toBe(0);
  sent[0]?.answer({});
  await waitFor(() => expect(ends).toBe(1));
});

test('after a lost answer, the newer version with just what was sent ends the form, and its error', async () => {
  type('Moss');
  await saves(lost);
  await waitFor(() => expect([errors(), ends]).toEqual([1, 0]));
  show(2, 'Moss');
  await waitFor(() => expect([errors(), ends]).toEqual([0, 1]));
});

test('a newer version with something else is asked about: what was typed can go over it, or give way', async () => {
  type('Moss');
  show(2, 'Ivy', true);
  // Its own save may have brought it.
  expect(question()).toBeNull();
  show(2, 'Ivy');
  expect(question()?.textContent).toContain('Name: Ivy');
  expect(document.activeElement).toBe(question());
  press('Keep what I typed');
  expect([question(), field().value]).toEqual([null, 'Moss']);
  await saves(lost);
  expect(sent).toMatchObject([{ values: { name: 'Moss' }, version: 2 }]);

  show(3, 'Oak');
  press('Use what is saved');
  expect([question(), field().value, document.activeElement]).toEqual([null, 'Oak', field()]);
});

test('a conflict is told once: by the question, once it is there', async () => {
  type('Moss');
  const conflict = { ...lost.error, status: 409, errorCode: 'CONFLICT', message: 'Changed.', call: 'updateThing' };
  await saves({ error: conflict });
  await waitFor(() => expect(errors()).toBe(1));
  show(2, 'Ivy');
  await waitFor(() => expect([question() === null, errors()]).toEqual([false, 0]));
});
