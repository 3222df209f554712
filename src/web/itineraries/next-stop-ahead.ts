import type { Job } from '#contract/itineraries.ts';
import { isSameDay, timeLabel } from '#domain/calendar.ts';
import { dialLink, fullName } from '#domain/labels.ts';
import { goByTimeZone } from '#domain/time-zone.ts';
import { nextWorkStep } from '#domain/work-status.ts';
import { isSignOutOwed } from '#web/api/session-hint.ts';
import { doubleTapMs, earlyTap, hasUnsent, keepEarlyTap } from '#web/offline/early-tap.ts';
import { keptFor, mayKeepRouteOf } from '#web/offline/kept-for.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { loadRoutes } from '#web/offline/phone-store.ts';
import { momentOfTap, noteEarlyServerTime, noteServerTime } from '#web/offline/server-clock.ts';
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
  if (!present || present.user.id !== keptFor()) return;
  showNextStop(answerAsOf(present, now), workerProfileId, present.user.id, present.savedAt);
}

/**
 * Shows the stop that the day goes on with, over the splash, while the app's code is on its way: on a slow line that
 * takes seconds. Its step can be tapped; it is noted on the phone, and the app takes it over (web/offline/outbox.ts).
 * Gives way to the app once that no longer says that it loads. The head start loads it (web/layouts/head-start-script.ts), so
 * it must not import React. Called again, it shows what the later answer says, unless a step was tapped.
 * @param answer the present week
 * @param userId who is signed in
 * @param keptAt when this phone kept the answer, in milliseconds since 1970; none for an answer that has just come
 */
export function showNextStop(answer: ItineraryAnswer, workerProfileId: string, userId: string, keptAt?: number): void {
  noteServerTime(answer.now);
  noteEarlyServerTime(answer.now);
  // What waits on this phone may be a step of this visit.
  if (hasUnsent() || earlyTap() || !isLoading()) return;
  const today = answer.jobs
    .filter(({ scheduleInstance }) => isSameDay(scheduleInstance.date, answer.today))
    .sort((a, b) => a.scheduleInstance.sequence - b.scheduleInstance.sequence);
  const job = nextJob(today);
  const shown = document.getElementById(pageId);
  if (!job) {
    shown?.remove();
    return;
  }
  const page = shown ?? Object.assign(document.createElement('div'), { id: pageId, className: pageClass });
  const hadFocus = page.contains(document.activeElement);
  const said = keptAt ? `Your route as of ${timeLabel(new Date(keptAt).toISOString())}. ` : '';
  page.replaceChildren(...partsOf(job, today.indexOf(job) + 1, `${said}The rest of your day is loading…`));
  const button = page.querySelector('button');
  button?.addEventListener('click', () => {
    button.disabled = noteTap(job, workerProfileId, userId);
    const words = button.disabled ? 'Noted. It is sent in a moment.' : 'One moment: this phone keeps nothing yet.';
    page.querySelector('[role=status]')?.replaceChildren(words);
    tellOfWords();
  });
  if (hadFocus) button?.focus();
  if (!shown) {
    document.body.append(page);
    giveWay(page);
  }
  tellOfWords();
}

/** The document knows when the app does not come, and then says so instead (web/layouts/head-start-script.ts). */
const tellOfWords = () => dispatchEvent(new Event('next-stop-ahead'));

const pageClass = 'print:hidden fixed inset-0 z-30 overflow-auto bg-canvas';

const stepOf = ({ work }: Job) => nextWorkStep(work?.status ?? 'WORK_STATUS_NOT_STARTED');

/** @returns whether the tap on a visit's next step is kept, for the app to take over */
function noteTap(job: Job, workerProfileId: string, userId: string): boolean {
  const step = stepOf(job);
  if (!step) return false;
  const change = job.work ? ({ kind: 'step', status: step.next } as const) : ({ kind: 'start' } as const);
  return keepEarlyTap({ userId, visit: visitOf(job, workerProfileId), change, tappedAt: momentOfTap() });
}

/** @returns an element with these attributes; what is typed in names and notes stays text */
function element(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const titleClass =
  'mb-3 font-display font-extrabold text-[clamp(1.625rem,7.5vw,3rem)] leading-[1.2] tracking-tight sm:mb-8';
const cardClass = 'mt-3 grid gap-2 rounded-card border-2 border-marigold bg-surface p-4 shadow-card sm:p-5';
const notesClass = 'wrap-anywhere whitespace-pre-line rounded-control bg-warn-tint px-4 py-3 text-lg leading-snug';

/** @returns what the page shows; its button stands where the app's will (job-card.tsx) */
function partsOf(job: Job, place: number, said: string): HTMLElement[] {
  const { engagement, customerProfile, work } = job;
  const { streetAddress1, streetAddress2, city, state, zipCode, gateNotes, dogNotes } = engagement.serviceAddress;
  const name = fullName(customerProfile);
  const action = stepOf(job)?.action ?? '';
  const address = `${[streetAddress1, streetAddress2].filter(Boolean).join(', ')}\n${city}, ${state} ${zipCode}`;
  const notes = [gateNotes && `Gate: ${gateNotes}`, dogNotes && `Dogs: ${dogNotes}`].filter(Boolean).join('\n');
  const step = { type: 'button', 'aria-label': `${action}, ${name}` };
  const stepClass = buttonClass('primary', 'large', 'min-h-16 w-full text-xl!');
  const way = (href: string, label: string) =>
    element('a', { href, class: buttonClass('secondary', 'large', 'flex-1 px-2! whitespace-nowrap') }, label);
  const band = element(
    'div',
    { class: 'content-width flex min-h-18 items-center gap-2.5 py-2' },
    element('img', { src: documentFacts.logo, alt: '', class: 'size-10 rounded-[11px] ring-1 ring-current/25' }),
    element(
      'span',
      { class: 'font-display font-extrabold text-2xl tracking-tight max-sm:text-lg' },
      documentFacts.shortName,
    ),
  );
  const card = element(
    'div',
    { class: cardClass },
    element(
      'div',
      { class: 'wrap-anywhere' },
      element('h2', { class: 'content-center min-h-11 text-xl' }, `${place}. ${name}`),
      element('p', { class: 'font-bold' }, work ? 'Now' : 'Next stop'),
    ),
    element('p', { class: 'wrap-anywhere whitespace-pre-line text-lg leading-snug' }, address),
    element(
      'fieldset',
      { 'aria-label': `Visit of ${name}`, class: 'min-w-0' },
      element('button', { ...step, class: stepClass }, action),
    ),
    element('p', { role: 'status', class: 'py-2 text-ink-soft' }, said),
    ...(notes ? [element('p', { class: notesClass }, notes)] : []),
    element(
      'div',
      { class: 'mt-2 flex gap-2' },
      way(directionsUrl(engagement), 'Directions'),
      ...(customerProfile.phone ? [way(dialLink(customerProfile.phone), 'Call')] : []),
    ),
  );
  return [
    element('div', { class: 'on-evergreen-band' }, band),
    element(
      'section',
      { class: 'content-width py-10 max-sm:pt-4', 'aria-label': 'Next stop' },
      element('p', { class: titleClass }, 'Itinerary'),
      element('p', { class: 'border-marigold border-b-4 pb-2 font-bold font-display text-xl' }, 'Today'),
      card,
    ),
  ];
}

/** Whether the app says that it loads (web/app/splash.tsx, web/ui/skeleton.tsx). */
const isLoading = () => document.querySelector('[role=status] > .still-loading, [data-loading]') !== null;

/** How long the app, once it shows the visits, has to take over what was tapped here; it takes it in an instant. */
const patienceMs = 3_000;

/** Removes the page as soon as the app shows what it has, and has taken over what was tapped here. */
function giveWay(page: HTMLElement): void {
  let lastCall: ReturnType<typeof setTimeout> | undefined;
  let wasTapped = false;
  const appsButton = () => document.querySelector<HTMLElement>('main [data-next] button');
  const end = () => {
    observer.disconnect();
    clearTimeout(lastCall);
    if (page.contains(document.activeElement) || wasTapped) appsButton()?.focus();
    if (!wasTapped) return page.remove();
    // The next step comes to stand where a finger may tap once more. Unseen, the page takes that tap.
    Object.assign(page.style, { opacity: '0' });
    page.setAttribute('aria-hidden', 'true');
    setTimeout(() => page.remove(), doubleTapMs);
  };
  const observer = new MutationObserver(() => {
    wasTapped ||= earlyTap() !== undefined;
    if (isLoading()) return;
    if (!appsButton() || !earlyTap()) end();
    else lastCall ??= setTimeout(end, patienceMs);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
}
