import { documentFacts } from '#web/ui/document-facts.ts';
import { PawTrail } from '#web/ui/illustrations.tsx';
import { NeedsScript } from './needs-script.tsx';

/** Fills the window while the session is restored or the page's code is loading. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center" role="status">
      <title>{documentFacts.businessName}</title>
      <PawTrail className="still-loading h-24 w-52 animate-pulse text-marigold" />
      <p className="still-loading font-display text-2xl">Loading puppies...</p>
      <NeedsScript className="max-w-prose" />
    </div>
  );
}
