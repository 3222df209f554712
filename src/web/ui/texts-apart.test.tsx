// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import fc from 'fast-check';
import { Component, cloneElement, Fragment, isValidElement, memo, type ReactNode } from 'react';
import { jsx as plain, jsxs as plainOfMany } from 'react/jsx-runtime';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { jsx, jsxs } from './jsx-runtime.ts';
import { translate } from './translator.ts';

/** A part of a page: a text, a number, nothing, or parts in an element, a fragment, a component, a list of elements or a row as it is. */
type Part =
  | string
  | number
  | null
  | false
  | { in: 'b' | 'section' | 'fragment' | 'beside' | 'list' | 'row'; parts: Part[] };

/** Shows what it was given beside something of its own, as a button does with its spinner. */
const besideOf =
  (make: Make) =>
  ({ children }: { children?: ReactNode }) =>
    make('div', [plain('i', {}), children, plain('i', {})]);

type Make = (
  type: 'b' | 'section' | 'div' | typeof Fragment | ReturnType<typeof besideOf>,
  children: ReactNode[],
) => ReactNode;

const byUs: Make = (type, children) =>
  children.length === 1 ? jsx(type, { children: children[0] }) : jsxs(type, { children });
const byReact: Make = (type, children) =>
  children.length === 1 ? plain(type, { children: children[0] }) : plainOfMany(type, { children });
const parents = new Map([byUs, byReact].map((make) => [make, besideOf(make)]));

function draw(part: Part, make: Make): ReactNode {
  if (part === null || typeof part !== 'object') return part;
  const children = part.parts.map((one) => draw(one, make));
  if (part.in === 'beside') return make(parents.get(make) ?? Fragment, children);
  if (part.in === 'row')
    // biome-ignore lint/suspicious/noArrayIndexKey: what stands in a place may be another part on the next page
    return children.map((child, index) => (isValidElement(child) ? cloneElement(child, { key: index }) : child));
  // The rows of a list have keys, and are elements.
  if (part.in === 'list')
    return make('div', [
      children.map((child, index) =>
        (make === byUs ? jsx : plain)('section', { children: child }, part.parts.length % 2 ? `${index}` : `${-index}`),
      ),
    ]);
  return make(part.in === 'fragment' ? Fragment : part.in, children);
}

class Boundary extends Component<{ children: ReactNode; onError: (error: unknown) => void }> {
  override state = { isBroken: false };
  static getDerivedStateFromError = () => ({ isBroken: true });
  override componentDidCatch = (error: unknown) => this.props.onError(error);
  override render = () => (this.state.isBroken ? null : this.props.children);
}

/** Shows one page after the other in a browser that translates. @returns what is read of each, or the error */
async function readTranslated(pages: readonly Part[], make: Make): Promise<unknown[]> {
  const container = document.body.appendChild(document.createElement('div'));
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  const root = createRoot(container, { onUncaughtError: note, onCaughtError: () => undefined });
  const read: unknown[] = [];
  for (const page of pages) {
    await act(async () => root.render(plain(Boundary, { onError: note, children: make('div', [draw(page, make)]) })));
    read.push(errors[0] ?? container.textContent);
    translate(container);
  }
  await act(async () => root.unmount());
  container.remove();
  return errors.length > 0 ? errors : read;
}

/** @returns what is read of each page where nothing is translated */
const textOf = (part: Part): string => {
  if (part === null || part === false) return '';
  return typeof part === 'object' ? part.parts.map(textOf).join('') : String(part);
};

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Part>('one', 'two ', ' ', '', 3, null, false),
    fc.record({
      in: fc.constantFrom(
        'b' as const,
        'section' as const,
        'fragment' as const,
        'beside' as const,
        'list' as const,
        'row' as const,
      ),
      parts: fc.array(tie('part'), { maxLength: 4 }),
    }),
  ),
}));

test('a page that a browser translates goes on: every text comes, changes and goes as in one that it does not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 4 }), async (pages) => {
      expect(await readTranslated(pages, byUs)).toEqual(pages.map(textOf));
    }),
    { numRuns: 150, seed: 7 },
  );
});

test.each<[string, Part, Part]>([
  [
    'a spinner comes before the words of a button',
    { in: 'section', parts: [null, 'Save'] },
    { in: 'section', parts: [{ in: 'b', parts: [] }, 'Save'] },
  ],
  [
    'other words take the place of an icon and words',
    { in: 'section', parts: ['Undo', 3] },
    { in: 'section', parts: ['Wait', null] },
  ],
  ['a number among words changes', { in: 'section', parts: [1, ' of ', 3] }, { in: 'section', parts: [2, ' of ', 3] }],
])('React alone would not: %s', async (_, before, after) => {
  expect(await readTranslated([before, after], byReact)).not.toEqual([before, after].map(textOf));
  expect(await readTranslated([before, after], byUs)).toEqual([before, after].map(textOf));
});

const Part = memo(({ children }: { children: ReactNode }) => children);

test('a text that a package’s component is given alone has an element all the same', () => {
  expect(jsx(Part, { children: 'Rogers' })).toMatchObject({ props: { children: { type: 'span' } } });
  expect(jsxs(Part, { children: ['Rogers, ', 'AR'] })).toMatchObject({
    props: { children: [{ type: 'span', props: { children: 'Rogers, AR' } }, null] },
  });
});
