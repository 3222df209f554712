import { lazy, type ReactNode, Suspense, useReducer } from 'react';
import { textLinkClass } from './button-class.ts';
import { whenIdle } from './idle.ts';
import type { ElementsOf } from './jsx-types.ts';

/** By then the page has asked for what it shows. On a slow line all else would compete with that. */
const firstAnswersMs = 5_000;

/** Fetches code that may be needed later, once the page has what it shows. A failure is met when it is needed. */
export function fetchLater(load: () => Promise<unknown>): void {
  if (!import.meta.env.SSR) afterFirstAnswers(() => void load().catch(() => undefined));
}

/**
 * Does `work` once the page has what it shows, and is idle.
 * @returns a function that calls it off
 */
export function afterFirstAnswers(work: () => void): () => void {
  const timer = setTimeout(() => whenIdle(work), firstAnswersMs);
  return () => clearTimeout(timer);
}

/**
 * Like React's `lazy`, for a part of a page. Where its code cannot be fetched the page stays, and the part's place offers to
 * try again; with `lazy` the whole page would be gone.
 * @param Failed stands in its place then
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ElementsOf<Props>>,
  Failed: ElementsOf<{ props: Props; onTryAgain: () => void }> = NotFetched,
): ElementsOf<Props> {
  type Given = { props: Props; onTryAgain: () => void };
  const fetchPart = () =>
    lazy<ElementsOf<Given>>(async () => {
      try {
        const Part = await load();
        return { default: ({ props }) => <Part {...props} /> };
      } catch {
        return { default: Failed };
      }
    });
  let Part = fetchPart();
  return function LazyPart(props: Props) {
    const [, drawAgain] = useReducer((tries: number) => tries + 1, 0);
    const tryAgain = () => {
      Part = fetchPart();
      drawAgain();
    };
    return <Part props={props} onTryAgain={tryAgain} />;
  };
}

type NotFetchedProps = { onTryAgain: () => void; className?: string };

/** Some browsers keep in mind until the page is loaded again that a file could not be fetched. */
export function NotFetched({ onTryAgain, className = 'my-3' }: NotFetchedProps) {
  return (
    <p role="alert" className={`rounded-card bg-warn-tint px-4 py-3 font-semibold text-warn ${className}`}>
      This could not be loaded.{' '}
      <button type="button" className={textLinkClass} onClick={onTryAgain}>
        Try again
      </button>{' '}
      once there is a network, or load the page again.
    </p>
  );
}

/**
 * Makes a part whose code no page waits for, such as a dialog or a form that opens at a press.
 * @param fallback stands in its place while its code is on the way
 */
export function later<Props extends object>(
  load: () => Promise<ElementsOf<Props>>,
  fallback?: ReactNode,
): ElementsOf<Props> {
  const Part = lazyPart(load);
  fetchLater(load);
  // biome-ignore lint/correctness/noComponentHookFactories: like `lazy`, called once per part, outside of components
  return function Later(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
