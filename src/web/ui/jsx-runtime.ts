import type { ElementType, Key, ReactElement } from 'react';
import { jsx as element, jsxs as elementOfMany, Fragment } from 'react/jsx-runtime';
import { textsApart } from './texts-apart.ts';

export type { JSX } from './jsx-types.ts';
export { Fragment };

type Props = Record<string, unknown>;

/** What JSX with one child, or none, becomes. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return element(type, textsApart(type, props), key);
}

/** What JSX with several children becomes. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const apart = textsApart(type, props);
  return (Array.isArray(apart.children) ? elementOfMany : element)(type, apart, key);
}
