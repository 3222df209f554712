import type { Component, ReactElement, JSX as ReactJsx } from 'react';

/** What a component of ours returns: elements. A text would have none of its own (texts-apart.ts). */
type Elements = ReactElement | readonly Elements[] | null | undefined | false;

// biome-ignore lint/suspicious/noExplicitAny: any props, as in React's own types
type Props = any;

/** A component of ours that is made by a function, such as one whose code comes later. */
export type ElementsOf<Given> = (props: Given) => Elements;

/** React's own, but for what a component may return. Those that React or a package made, such as by `lazy`, may return anything. */
export declare namespace JSX {
  type ElementType =
    | string
    | ((props: Props) => Elements)
    | (abstract new (
        props: Props,
      ) => Component<Props>)
    | { readonly $$typeof: symbol };
  type Element = ReactJsx.Element;
  type ElementClass = ReactJsx.ElementClass;
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>;
  type IntrinsicElements = ReactJsx.IntrinsicElements;
}
