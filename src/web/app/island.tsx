import { lazy, startTransition, useEffect, useRef, useState } from 'react';
import type { ElementsOf } from '#web/ui/jsx-types.ts';
import { useIsHydrated } from './until-hydrated.tsx';

type Load<Props> = () => Promise<{ default: ElementsOf<Props> }>;

/** When a prerendered page fetches the code: with its own, once the part is nearly in view, or never. */
type When = 'at once' | 'near' | 'never';

/** Ends when the last island is drawn. Islands are drawn one after the other, so that none blocks the page for long. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Makes a part of a prerendered page whose code the page does not wait for. React does not hydrate it: people read what
 * the build drew, with its controls disabled, until the code is there and the islands above are drawn. Then the live
 * part replaces it. Navigation inside the site shows a page when all its islands are loaded.
 * @param load imports the module whose default export is the part
 * @param when 'near' or 'never' for a part that is useful as the build drew it
 */
export function island<Props extends object>(load: Load<Props>, when: When = 'at once'): ElementsOf<Props> {
  // Each loads in a task of its own. A failure is reported when the part is drawn and fails to load again.
  if (!import.meta.env.SSR && when === 'at once') setTimeout(() => load().catch(() => undefined));
  const Part = lazy(load);

  // biome-ignore lint/correctness/noComponentHookFactories: like `lazy`, called once per part, outside of components
  return function Island(props: Props) {
    const isHydrated = useIsHydrated();
    const [isDrawn, setDrawn] = useState(isHydrated);
    const endTurn = useRef(() => {});
    const frame = useRef<HTMLFieldSetElement>(null);

    // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, and sets `isDrawn` itself
    useEffect(() => {
      if (isDrawn || when === 'never') return;
      let isShown = true;
      const draw = () => {
        if (!isShown) return;
        startTransition(() => setDrawn(true));
        return new Promise<void>((resolve) => {
          endTurn.current = resolve;
        });
      };
      const begin = () => {
        lastTurn = Promise.allSettled([load(), lastTurn]).then(([loaded]) => {
          // Without its code, a part that is useful as the build drew it stays that way.
          if (loaded.status === 'fulfilled' || when === 'at once') return draw();
        });
      };
      const stopWaiting = when === 'near' ? whenNear(frame.current, begin) : begin();
      return () => {
        isShown = false;
        stopWaiting?.();
        endTurn.current();
      };
    }, []);
    useEffect(() => {
      if (isDrawn) setTimeout(() => endTurn.current());
    }, [isDrawn]);

    if (isDrawn) return <Part {...props} />;
    // React leaves what the build put here, because it finds no children to compare that with.
    const content = import.meta.env.SSR
      ? { children: <Part {...props} /> }
      : { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
    return <fieldset ref={frame} role="presentation" disabled className="contents" {...content} />;
  };
}

/** Calls `begin` once a part comes near the screen. @returns a function that stops waiting */
function whenNear(frame: Element | null, begin: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      begin();
    },
    { rootMargin: '0px 0px 25%' },
  );
  // The frame itself has no box.
  if (frame?.firstElementChild) observer.observe(frame.firstElementChild);
  return () => observer.disconnect();
}
