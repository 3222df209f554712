import { type ComponentType, lazy, startTransition, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from './until-hydrated.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Settles when the island before has been drawn: one after the other, none holds the page up for long. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * A part of a prerendered page whose code the page does not wait for. React does not hydrate it: what the build drew
 * stays as it is, to be read and with its controls shut, until the code is there and the islands above it are drawn.
 * Then the living part takes its place. A page that was reached by navigation is shown once all its islands can be.
 * @param load imports the module whose default export the part is; in the browser it is called at once
 */
export function island<Props extends object>(load: Load<Props>): ComponentType<Props> {
  // At once, but each in a task of its own. A failure is met again when the part is drawn, and told there.
  if (!import.meta.env.SSR) setTimeout(() => load().catch(() => undefined));
  const Part = lazy(load);

  // biome-ignore lint/correctness/noComponentHookFactories: as `lazy`, called once per part, outside of components
  return function Island(props: Props) {
    const isHydrated = useIsHydrated();
    const [isDrawn, setDrawn] = useState(isHydrated);
    const passOn = useRef(() => {});

    // biome-ignore lint/correctness/useExhaustiveDependencies: once; whether it is drawn is settled by what this starts
    useEffect(() => {
      if (isDrawn) return;
      let isShown = true;
      const draw = () => {
        if (!isShown) return;
        startTransition(() => setDrawn(true));
        return new Promise<void>((resolve) => {
          passOn.current = resolve;
        });
      };
      turn = Promise.allSettled([load(), turn]).then(draw);
      return () => {
        isShown = false;
        passOn.current();
      };
    }, []);
    useEffect(() => {
      if (isDrawn) setTimeout(() => passOn.current());
    }, [isDrawn]);

    if (isDrawn) return <Part {...props} />;
    // In the browser React leaves what the build put here, since it has no children to compare it with.
    const content = import.meta.env.SSR
      ? { children: <Part {...props} /> }
      : { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
    return <fieldset role="presentation" disabled className="contents" {...content} />;
  };
}
