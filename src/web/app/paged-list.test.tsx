// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onPage } from '#web/testing/page.tsx';
import { PagedList } from './paged-list.tsx';

type Row = { id: string; text: string };
const query = { isFetching: false, refetch: () => undefined, fetchNextPage: () => undefined };

function shown(rows: Row[] | undefined, loaded: object = {}): string {
  const html = renderToStaticMarkup(
    onPage(
      <PagedList what="rows" loaded={{ ...query, ...loaded }} rows={rows} keyOf={({ id }) => id} empty="Nothing">
        {({ text }) => text}
      </PagedList>,
    ),
  );
  return html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
}

const a = { id: 'a', text: 'A' };
const b = { id: 'b', text: 'B' };

test('a list that loads, that could not be loaded, and that holds nothing', () => {
  expect(shown(undefined, { isFetching: true })).toBe('|Loading rows|');
  expect(shown(undefined, { error: {} })).toBe('|The rows could not be loaded|Try again|');
  expect(shown([])).toBe('|Nothing|');
});

test('there is more for as long as there is another page, also when the last try failed', () => {
  expect(shown([a, b])).toBe('|A|B|');
  expect(shown([a, b], { hasNextPage: true })).toBe('|A|B|Show more|');
  expect(shown([a, b], { hasNextPage: true, error: {} })).toBe('|A|B|Show more|');
});

test('after the last page focus goes to its first row, as the button is gone; before that it stays on the button', async () => {
  const list = (rows: Row[], hasNextPage: boolean) =>
    onPage(
      <PagedList what="rows" loaded={{ ...query, hasNextPage }} rows={rows} keyOf={({ id }) => id} empty="Nothing">
        {({ id, text }) => (id === 'c' ? text : <a href={`/${id}`}>{text}</a>)}
      </PagedList>,
    );
  const c = { id: 'c', text: 'C' };
  const { rerender } = render(list([a], true));
  const press = () => {
    const button = screen.getByRole('button', { name: 'Show more' });
    button.focus();
    fireEvent.click(button);
  };
  press();
  rerender(list([a, b], true));
  expect(document.activeElement?.textContent).toBe('Show more');
  press();
  rerender(list([a, b, c], false));
  expect([document.activeElement?.tagName, document.activeElement?.textContent]).toEqual(['LI', 'C']);
  cleanup();

  const other = render(list([a], true));
  press();
  other.rerender(list([a, b], false));
  expect([document.activeElement?.tagName, document.activeElement?.textContent]).toEqual(['A', 'B']);
  cleanup();
});

test('a row that has moved from one page to the next is shown once, as it is now', () => {
  expect(shown([a, b, { id: 'a', text: 'A changed' }])).toBe('|A changed|B|');
});
