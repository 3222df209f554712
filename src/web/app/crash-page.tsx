import { lazy, Suspense } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';

// Every page loads this file, so the picture comes apart. Without it the page still says all that it must.
const GateScene = lazy(() =>
  import('#web/ui/scenes.tsx').then(
    (scenes) => ({ default: scenes.GateScene }),
    () => ({ default: () => <></> }),
  ),
);

/** Shown in place of everything when a screen throws, or when its code can no longer be fetched after a release. */
export function CrashPage() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center" role="alert">
      <title>{`Something went wrong · ${documentFacts.businessName}`}</title>
      <Suspense>
        <GateScene isOpen className="w-full max-w-sm" />
      </Suspense>
      <h1 className="text-4xl">Something went wrong</h1>
      <p className="max-w-md text-ink-soft text-lg">
        This page stopped working. Loading it again usually helps; nothing you saved is lost.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonClass()} onClick={() => location.reload()}>
          Load again
        </button>
        <a href="/" className={buttonClass('quiet')}>
          Go back home
        </a>
      </div>
    </main>
  );
}
