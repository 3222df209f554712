import type { ElementType, Key, ReactElement } from 'react';
import { jsxDEV as element, Fragment, type JSXSource } from 'react/jsx-dev-runtime';
import { textsApart } from './texts-apart.ts';

export type { JSX } from './jsx-types.ts';
export { Fragment };

/** What JSX becomes while the site is developed and tested: it also says where it stands. */
export function jsxDEV(
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const apart = textsApart(type, props);
  return element(type, apart, key, isStatic && Array.isArray(apart.children), source, self);
}
