import { PawTrail } from '#web/ui/illustrations.tsx';

/** Fills the window while the session is restored or the page's code is on its way. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center" role="status">
      <title>Yardpack</title>
      <PawTrail className="h-24 w-52 animate-pulse text-marigold" />
      <p className="font-display text-2xl">Loading puppies...</p>
    </div>
  );
}
