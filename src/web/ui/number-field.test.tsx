// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { NumberField } from './number-field.tsx';

afterEach(cleanup);

function Amount({ error }: { error?: string }) {
  const [value, setValue] = useState<number | undefined>(undefined);
  return (
    <>
      <NumberField
        label="Amount"
        unit="dollars"
        minValue={0}
        maxValue={100}
        {...{ value, error }}
        onChange={setValue}
      />
      <output>{String(value)}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const typeAndLeave = (text: string) => {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.blur(field());
};
const shown = () => [
  screen.getByRole('status').textContent,
  field().value,
  document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent,
];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the wheel over a field that has the focus leaves the number as it is, and the scrolling to the page', () => {
  render(<Amount />);
  typeAndLeave('15');
  fireEvent.focus(field());
  for (const deltaY of [-300, 300]) expect(fireEvent.wheel(field(), { deltaY })).toBe(true);
  expect(shown()).toEqual(['15', '$15.00', undefined]);
});

test('a number beyond the limits stays as it was typed, and is told of at the field', () => {
  render(<Amount />);
  const minus = createEvent('beforeinput', field(), { data: '-', cancelable: true, bubbles: true });
  fireEvent(field(), minus);
  expect(minus.defaultPrevented).toBe(false);
  typeAndLeave('-5');
  expect(shown()).toEqual(['-5', '-$5.00', 'Please give $0.00 or more.']);
  typeAndLeave('105');
  expect(shown()).toEqual(['105', '$105.00', 'Please give $100.00 or less.']);
  typeAndLeave('12.5');
  expect([...shown(), field().getAttribute('aria-invalid')]).toEqual(['12.5', '$12.50', undefined, null]);
  typeAndLeave('');
  expect(shown()).toEqual(['undefined', '', undefined]);
});

test('where only whole numbers count, a part of one is told of at the field', () => {
  render(<NumberField label="Amount" value={1.5} onChange={() => undefined} />);
  expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please give a whole number.',
  );
});

test('a part of a cent, and what is no number, are told of at the field and are no value', () => {
  render(<Amount />);
  typeAndLeave('15.555');
  expect(shown()).toEqual(['15.555', '$15.555', 'Please give whole cents.']);
  typeAndLeave('0.29');
  expect(shown()).toEqual(['0.29', '$0.29', undefined]);
  // As React Aria does where a browser asks before it pastes.
  field().addEventListener('beforeinput', (event) => event.preventDefault(), { once: true });
  fireEvent(field(), new InputEvent('beforeinput', { data: '1e9', cancelable: true, bubbles: true }));
  expect(shown()[2]).toBe('“1e9” is no number. Please type it again.');
  typeAndLeave('0.29');
  typeAndLeave('1e9');
  expect(shown()).toEqual(['NaN', '', '“1e9” is no number. Please type it again.']);
  typeAndLeave('12');
  expect(shown()).toEqual(['12', '$12.00', undefined]);
  typeAndLeave('-');
  expect(shown()).toEqual(['NaN', '', '“-” is no number. Please type it again.']);
  typeAndLeave('');
  expect(shown()[0]).toBe('NaN');
  fireEvent.change(field(), { target: { value: '1' } });
  typeAndLeave('');
  expect(shown()).toEqual(['undefined', '', undefined]);
});

test('the buttons stop at the limits, and the form’s own words come first', () => {
  const { rerender } = render(<Amount />);
  typeAndLeave('1');
  press('Decrease Amount');
  press('Decrease Amount');
  expect(shown()[0]).toBe('0');
  typeAndLeave('101');
  rerender(<Amount error="Too much." />);
  expect(shown()[2]).toBe('Too much.');
});
