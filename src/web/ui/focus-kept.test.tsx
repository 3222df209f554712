// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { useFocusKept } from './focus-kept.ts';

function Rows() {
  const [rows, setRows] = useState(['Ada', 'Ben']);
  const [asked, setAsked] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLParagraphElement>(null);
  useFocusKept(area, place);
  const remove = (name: string) => setRows(rows.filter((row) => row !== name));
  return (
    <>
      <p ref={place} tabIndex={-1}>
        {rows.length} rows
      </p>
      <button type="button" onClick={() => setRows([])}>
        Refresh
      </button>
      <div ref={area}>
        {rows.map((name) => (
          <div key={name}>
            <Button onPress={() => remove(name)}>{`Remove ${name}`}</Button>
            <Button onPress={() => setAsked(name)}>{`Ask ${name}`}</Button>
          </div>
        ))}
      </div>
      {asked && createPortal(<Ask onYes={() => remove(asked)} onClose={() => setAsked(undefined)} />, document.body)}
    </>
  );
}

function Ask({ onYes, onClose }: { onYes: () => void; onClose: () => void }) {
  return (
    <div role="dialog" aria-label="Remove?">
      <Button onPress={onYes}>Yes</Button>
      <Button onPress={onClose}>Close</Button>
    </div>
  );
}

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the place has the focus once the button that had it has gone with its row, and not before', () => {
  render(<Rows />);
  press('Remove Ada');
  expect(document.activeElement).toBe(screen.getByText('1 rows'));
});

test('a row that goes under a dialog gives the focus to the place once the dialog is closed', () => {
  render(<Rows />);
  press('Ask Ada');
  press('Yes');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Yes' }));
  press('Close');
  expect(document.activeElement).toBe(screen.getByText('1 rows'));
});

test('the place takes no focus when nothing in the area had it, or the person went on elsewhere', () => {
  render(<Rows />);
  fireEvent.click(screen.getByText('Refresh'));
  expect(document.activeElement).toBe(document.body);
});

test('a dialog that is closed while its button is there leaves the focus to the button', () => {
  render(<Rows />);
  press('Ask Ada');
  press('Close');
  expect(document.activeElement).toBe(document.body);
});
