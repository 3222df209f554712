import { jsx } from 'react/jsx-runtime';

type Props = Record<string, unknown>;

/**
 * Gives each text of the site an element of its own, which has nothing else in it. A browser that translates the page
 * replaces each text that React has made by one of its own. React could then neither take the text away, nor put
 * anything before it, nor change it: the page would break at the next press, or stay as it was. An element that has one
 * text and nothing else React writes anew as a whole. All our JSX is made through this (`jsxImportSource`).
 * @param type what the element is: a fragment is none, nor is what a package makes of a text (such as React Aria's value of a
 *   select, which puts it among contexts), so that a text in them gets one even when it is alone
 * @param props of an element; its texts that stand beside each other become one, which is also translated better
 */
export function textsApart(type: unknown, props: Props): Props {
  const { children } = props;
  const hasPlace = typeof type === 'string' || typeof type === 'function';
  if (!hasPlace && isText(children)) return { ...props, children: ofItsOwn(children, 0) };
  if (!Array.isArray(children) || !hasText(children)) return props;
  if (hasPlace && children.every((child) => isText(child) || isNothing(child)))
    return { ...props, children: children.filter(isText).join('') };
  return { ...props, children: apart(children) };
}

/** The children in their places, each row of texts as one element in the place of its first. */
function apart(children: readonly unknown[]): unknown[] {
  const result: unknown[] = [];
  let first = -1;
  children.forEach((child, place) => {
    result.push(isText(child) ? null : hasText(child) ? apart(child) : child);
    if (isText(child)) {
      if (first < 0) first = place;
      result[first] = `${result[first] ?? ''}${child}`;
    } else if (!isNothing(child)) first = -1;
  });
  // What is only space nobody translates.
  return result.map((child, place) => (typeof child === 'string' && /\S/.test(child) ? ofItsOwn(child, place) : child));
}

/** It has a key, because a list of texts has none. */
const ofItsOwn = (text: unknown, place: number) => jsx('span', { children: text }, `text ${place}`);

const isText = (child: unknown) => (typeof child === 'string' && child !== '') || typeof child === 'number';

const isNothing = (child: unknown) =>
  child === null || child === undefined || typeof child === 'boolean' || child === '';

const hasText = (children: unknown): children is readonly unknown[] =>
  Array.isArray(children) && children.some((child) => isText(child) || hasText(child));
