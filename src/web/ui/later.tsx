import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { whenIdle } from './idle.ts';

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
 * Makes a part whose code no page waits for, such as a dialog or a form that opens at a press.
 * @param fallback stands in its place while its code is on the way
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
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
