import { startAhead, workerOfItinerary } from '#web/api/head-start.ts';
import type { ItineraryAnswer } from '#web/offline/stored-route.ts';

/** The address of web/itineraries/next-stop-ahead.ts, which scripts/lib/head-start.js builds. */
declare const NEXT_STOP: string;

const workerId = workerOfItinerary(location.pathname);
type NextStop = typeof import('#web/itineraries/next-stop-ahead.ts');
const nextStop: Promise<NextStop> | undefined = workerId ? import(/* @vite-ignore */ NEXT_STOP) : undefined;

/** Asks for what the page begins with, and shows a worker the next stop as soon as it is answered. */
async function run(): Promise<void> {
  const ahead = await startAhead();
  if (!ahead || !workerId || !nextStop) return;
  const answer = (await ahead.answer.json()) as ItineraryAnswer;
  (await nextStop).showNextStop(answer, workerId, ahead.session.user.id);
}

const loadingWords = '[role=status] > p.still-loading, #next-stop-ahead [role=status]';
let hasFailed = false;

/** Says so where the app's code does not come, also on the next stop's page that comes after it; what was tapped is kept. */
function tellOfFailure(): void {
  hasFailed = true;
  for (const words of document.querySelectorAll(loadingWords)) {
    const again = Object.assign(document.createElement('button'), {
      textContent: 'Load again',
      className: 'min-h-11 font-semibold underline',
      onclick: () => location.reload(),
    });
    words.replaceChildren('This page could not be loaded. ', again);
  }
}

const isModule = (target: EventTarget | null) => target instanceof HTMLScriptElement && target.type === 'module';
addEventListener('error', ({ target }) => isModule(target) && tellOfFailure(), true);
addEventListener('unhandledrejection', ({ reason }) => /import|module/i.test(reason) && tellOfFailure());
addEventListener('next-stop-ahead', () => hasFailed && tellOfFailure());

// The app asks again for whatever fails here.
run().catch(() => undefined);
if (workerId) nextStop?.then(({ showKeptStop }) => showKeptStop(workerId)).catch(() => undefined);
