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

// The app asks again for whatever fails here.
run().catch(() => undefined);
if (workerId) nextStop?.then(({ showKeptStop }) => showKeptStop(workerId)).catch(() => undefined);
