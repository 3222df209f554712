import { type ComponentType, lazy, startTransition, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from './until-hydrated.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** When a prerendered page fetches the code: with its own, once the part is nearly in view, or not at all. */
type When = 'at once' | 'near' | 'never';

/** Settles when the island before has been drawn: one after the other, none holds the page up for long. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * A part of a prerendered page whose code the page does not wait for. React does not hydrate it: what the build drew
 * stays as it is, to be read and with its controls shut, until the code is there and the islands above it are drawn.
 * Then the living part takes its place. A page that was reached by navigation is shown once all its islands can be.
 * @param load imports the module whose default export the part is
 * @param when other than at once for a part that is worth reading as it is
 */
export function island<Props extends object>(load: Load<Props>, when: When = 'at once'): ComponentType<Props> {
  // Each in a task of its own. A failure is met again when the part is drawn, and told there.
  if (!import.meta.env.SSR && when === 'at once') setTimeout(() => load().catch(() => undefined));
  const Part = lazy(load);

  // biome-ignore lint/correctness/noComponentHookFactories: as `lazy`, called once per part, outside of components
  return function Island(props: Props) {
    const isHydrated = useIsHydrated();
    const [isDrawn, setDrawn] = useState(isHydrated);
    const passOn = useRef(() => {});
    const place = useRef<HTMLFieldSetElement>(null);

    // biome-ignore lint/correctness/useExhaustiveDependencies: once; whether it is drawn is settled by what this starts
    useEffect(() => {
      if (isDrawn || when === 'never') return;
      let isShown = true;
      const draw = () => {
        if (!isShown) return;
        startTransition(() => setDrawn(true));
        return new Promise<void>((resolve) => {
          passOn.current = resolve;
        });
      };
      const begin = () => {
        turn = Promise.allSettled([load(), turn]).then(([loaded]) => {
          // What is read as it is can stay so.
          if (loaded.status === 'fulfilled' || when === 'at once') return draw();
        });
      };
      const stopWaiting = when === 'near' ? whenNear(place.current, begin) : begin();
      return () => {
        isShown = false;
        stopWaiting?.();
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
    return <fieldset ref={place} role="presentation" disabled className="contents" {...content} />;
  };
}

/** Calls back once a part comes near the screen. @returns stops waiting for that */
function whenNear(place: Element | null, begin: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      begin();
    },
    { rootMargin: '0px 0px 25%' },
  );
  // The place itself has no box.
  if (place?.firstElementChild) observer.observe(place.firstElementChild);
  return () => observer.disconnect();
}
