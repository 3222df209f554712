import { isSameDay } from '#domain/calendar.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { dialLink, fullName } from '#domain/labels.ts';
import { goByTimeZone } from '#domain/time-zone.ts';
import { nextWorkStep } from '#domain/work-status.ts';
import { isSignOutOwed } from '#web/api/session-hint.ts';
import { earlyTap, hasUnsent, keepEarlyTap } from '#web/offline/early-tap.ts';
import { keptFor, mayKeepRouteOf } from '#web/offline/kept-for.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { loadRoutes } from '#web/offline/phone-store.ts';
import { momentOfTap, noteServerTime } from '#web/offline/server-clock.ts';
import { answerAsOf, type ItineraryAnswer, usableRoutes } from '#web/offline/stored-route.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { directionsUrl, nextJob } from './itinerary-columns.ts';

const pageId = 'next-stop-ahead';

/** Shows the next stop of the route that this phone keeps, as the app will (web/offline/show-route.ts). */
export async function showKeptStop(workerProfileId: string): Promise<void> {
  // The stand-in of `Temporal` comes with the app.
  if (isSignOutOwed() || !mayKeepRouteOf(location.pathname) || !('Temporal' in globalThis)) return;
  goByTimeZone(document.documentElement.dataset.timeZone);
  const now = Date.now();
  const routes = (await loadRoutes()).filter((route) => route.workerProfileId === workerProfileId);
  const [present] = usableRoutes(routes, now);
  if (present && present.user.id === keptFor())
    showNextStop(answerAsOf(present, now), workerProfileId, present.user.id);
}

/**
 * Shows the stop that the day goes on with, over the splash, while the app's code is on its way: on a slow line that
 * takes seconds. Its step can be tapped; it is noted on the phone, and the app takes it over (web/offline/outbox.ts).
 * Gives way to the app once that no longer says that it loads. The head start loads it (web/layouts/head-start-script.ts), so
 * it must not import React.
 * @param answer the present week
 * @param userId who is signed in
 */
export function showNextStop(answer: ItineraryAnswer, workerProfileId: string, userId: string): void {
  noteServerTime(answer.now);
  const today = answer.jobs
    .filter(({ scheduleInstance }) => isSameDay(scheduleInstance.date, answer.today))
    .sort((a, b) => a.scheduleInstance.sequence - b.scheduleInstance.sequence);
  const job = nextJob(today);
  const isShown = document.getElementById(pageId) !== null;
  // What waits on this phone may be a step of this visit.
  if (!job || isShown || hasUnsent() || earlyTap() || !isLoading()) return;

  const { engagement, customerProfile, work } = job;
  const { streetAddress1, streetAddress2, city, state, zipCode, gateNotes, dogNotes } = engagement.serviceAddress;
  const step = nextWorkStep(work?.status ?? 'WORK_STATUS_NOT_STARTED');
  const name = fullName(customerProfile);
  const street = [streetAddress1, streetAddress2].filter(Boolean).join(', ');
  const notes = [gateNotes && `Gate: ${gateNotes}`, dogNotes && `Dogs: ${dogNotes}`].filter(Boolean).join('\n');
  const link = (to: string, label: string) =>
    `<a href="${escapeHtml(to)}" class="${buttonClass('secondary', 'large', 'flex-1 px-2! whitespace-nowrap')}">${label}</a>`;

  const page = document.createElement('div');
  page.id = pageId;
  page.className = 'print:hidden fixed inset-0 z-30 overflow-auto bg-canvas';
  // Its button stands where the app's will.
  page.innerHTML = `<div class="on-evergreen-band"><div class="content-width flex min-h-18 items-center gap-2.5 py-2">
<img src="${escapeHtml(documentFacts.logo)}" alt="" class="size-10 rounded-[11px] ring-1 ring-current/25">
<span class="font-display font-extrabold text-2xl lowercase tracking-tight max-sm:text-lg">${escapeHtml(documentFacts.shortName)}</span>
</div></div>
<section class="content-width py-10 max-sm:pt-4" aria-label="Next stop">
<p class="mb-3 font-display font-extrabold text-[clamp(1.625rem,7.5vw,3rem)] leading-[1.2] tracking-tight sm:mb-8">Itinerary</p>
<p class="border-marigold border-b-4 pb-2 font-bold font-display text-xl">Today</p>
<div class="mt-3 grid gap-2 rounded-card border-2 border-marigold bg-surface p-4 shadow-card sm:p-5">
<div class="wrap-anywhere"><h2 class="content-center min-h-11 text-xl">${today.indexOf(job) + 1}. ${escapeHtml(name)}</h2>
<p class="font-bold">${work ? 'Now' : 'Next stop'}</p></div>
<p class="wrap-anywhere text-lg leading-snug">${escapeHtml(street)}<br>${escapeHtml(`${city}, ${state} ${zipCode}`)}</p>
<fieldset aria-label="${escapeHtml(`Visit of ${name}`)}" class="min-w-0"><button type="button" aria-label="${escapeHtml(`${step?.action}, ${name}`)}" class="${buttonClass('primary', 'large', 'min-h-16 w-full text-xl!')}">${step?.action}</button></fieldset>
<p role="status" class="py-2 text-ink-soft">The rest of your day is loading…</p>
${notes && `<p class="wrap-anywhere whitespace-pre-line rounded-control bg-warn-tint px-4 py-3 text-lg leading-snug">${escapeHtml(notes)}</p>`}
<div class="mt-2 flex gap-2">${link(directionsUrl(engagement), 'Directions')}${customerProfile.phone ? link(dialLink(customerProfile.phone), 'Call') : ''}</div>
</div></section>`;
  const button = page.querySelector('button');
  button?.addEventListener('click', () => {
    if (!step) return;
    const change = work ? ({ kind: 'step', status: step.next } as const) : ({ kind: 'start' } as const);
    const isKept = keepEarlyTap({ userId, visit: visitOf(job, workerProfileId), change, tappedAt: momentOfTap() });
    const said = page.querySelector('[role=status]');
    if (said)
      said.textContent = isKept ? 'Noted. It is sent in a moment.' : 'One moment: this phone keeps nothing yet.';
    button.disabled = isKept;
  });
  document.body.append(page);
  giveWay(page);
}

/** Whether the app says that it loads (web/app/splash.tsx, web/ui/skeleton.tsx). */
const isLoading = () => document.querySelector('[role=status] > .still-loading, [data-loading]') !== null;

/** Removes the page as soon as the app shows what it has, and has taken over what was tapped here. */
function giveWay(page: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const shown = document.querySelector<HTMLElement>('main [data-next] button');
    if (isLoading() || (shown && earlyTap())) return;
    observer.disconnect();
    if (page.contains(document.activeElement)) shown?.focus();
    page.remove();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
}
