// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { outboxState, startOutbox } from '#web/offline/outbox.ts';
import { buildJob } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { DayColumn } from './day-column.tsx';
import { useItinerary } from './use-itinerary.ts';

let jobs: Job[];
let stop: () => void;
const scrolled: Element[] = [];

const working = { id: 'w', status: 'WORK_STATUS_WORK_STARTED', undoUntil: null } as const;
const named = (id: string, sequence: number): Job => {
  const job = buildJob(id, 'DAY_OF_WEEK_FRIDAY', sequence);
  return { ...job, customerProfile: { ...job.customerProfile, firstName: id, lastName: 'Doe' } };
};

function Today() {
  const { jobs: shown } = useItinerary('wren');
  return shown ? <DayColumn title="Fri, Nov 20" jobs={shown} isToday emptyText="None" workerId="wren" isWide /> : null;
}

beforeEach(() => {
  unpack();
  scrolled.length = 0;
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
  jobs = [{ ...named('Ada', 0), work: working }, named('Bo', 1), named('Cy', 2)];
  phone.farEnd = ({ path, body }) => {
    const answer = (work: Job['work']) => {
      jobs = jobs.map((job) => (job.work ? { ...job, work } : job));
      return { body: { work } };
    };
    if (path.endsWith('/itineraries')) {
      const today = jobs[0]?.scheduleInstance.date;
      return { body: { jobs, unfinished: [], today, now: new Date().toISOString() } };
    }
    if (path.endsWith('/undo')) return answer(working);
    if (!path.includes('/works')) return {};
    const status = body?.status as NonNullable<Job['work']>['status'];
    return answer({ id: 'w', status, undoUntil: new Date(Date.now() + 60_000).toISOString() });
  };
  store.dispatch(sessionRestored(sessionOf('wren')));
  stop = startOutbox();
});
afterEach(async () => {
  // The next test's page would show what is still on its way.
  await waitFor(() => expect(outboxState().entries).toEqual([]));
  cleanup();
  stop();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
  vi.restoreAllMocks();
});

const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const complete = async () => fireEvent.click(await screen.findByRole('button', { name: /^Complete Work, / }));
const said = (words: string) => screen.findByText(words, { selector: '[data-live-announcer] p' });
const focused = () => document.activeElement?.textContent;

test('a stop that is done folds away, and view and focus go to the next one, which is said', async () => {
  render(onPage(<Today />));
  await complete();
  await said('Done. Next stop: Bo Doe.');
  expect(focused()).toBe('2.Bo Doe');
  expect(scrolled.map(({ textContent }) => textContent?.slice(0, 11))).toEqual(['DoneAda Doe']);
  const [fold] = document.querySelectorAll('details');
  expect(fold?.open).toBe(false);
  expect(within(fold as HTMLElement).getByRole('heading', { hidden: true }).textContent).toBe('1.Ada Doe');
  expect(names().slice(0, 3)).toEqual(['Ada Doe', '2.Bo Doe', '3.Cy Doe']);
  // A second tap in the same place, as of a finger that trembles, begins nothing.
  expect((screen.getByRole('button', { name: 'Start, Bo Doe' }) as HTMLButtonElement).disabled).toBe(true);
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'Start, Bo Doe' }) as HTMLButtonElement).disabled).toBe(false),
  );
});

test('what was done just now stands as one line, with a way back that leads back', async () => {
  render(onPage(<Today />));
  await complete();
  await waitFor(() => expect(jobs[0]?.work?.status).toBe('WORK_STATUS_WORK_COMPLETED'));
  const [undo] = await screen.findAllByRole('button', { name: 'Undo Complete Work, Ada Doe' });
  expect(undo?.closest('li')?.textContent).toContain('DoneAda Doe1 Main');
  await waitFor(() => expect((undo as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(undo as HTMLElement);
  await said('Undone. Now: Ada Doe.');
  expect(focused()).toBe('1.Ada Doe');
  expect(document.querySelectorAll('details')).toHaveLength(0);
});

test('what was done stays as one line while its answer is lost, and says so', async () => {
  const farEnd = phone.farEnd;
  render(onPage(<Today />));
  await screen.findByRole('button', { name: /^Complete Work, / });
  phone.farEnd = (call) => (call.path.includes('/works') ? 'lost' : farEnd(call));
  await complete();
  await waitFor(() => expect(outboxState()).toMatchObject({ isStuck: true, entries: [{ wasTried: true }] }));
  const line = () => document.querySelector('[data-just-done]')?.textContent;
  expect(line()).toMatch(/^DoneAda Doe1 Main.*Waiting to be sent$/);
  phone.farEnd = farEnd;
  dispatchEvent(new Event('online'));
  await screen.findAllByRole('button', { name: 'Undo Complete Work, Ada Doe' });
  await waitFor(() => expect(line()).not.toContain('Waiting'));
});

test('after the last stop the view and the focus go to the day’s sum', async () => {
  const skip = { kind: 'skipped', reason: 'Ice', skippedBy: 'office' as never } as const;
  jobs = [jobs[0] as Job, { ...named('Bo', 1), skip: { ...skip, skippedBy: 'employee' } }];
  render(onPage(<Today />));
  await complete();
  await said('Done. No stop is left today.');
  expect(focused()).toBe('No stop is left today');
  screen.getByText('1 visit done, 1 not made.');
  expect(scrolled).toHaveLength(1);
});

test('another day’s stop, and what the office takes off meanwhile, move nothing', async () => {
  render(onPage(<Today />));
  await screen.findByRole('button', { name: 'Complete Work, Ada Doe' });
  jobs = [named('Bo', 1), named('Cy', 2)];
  store.dispatch(api.util.invalidateTags(['itinerary']));
  await waitFor(() =>
    expect(names()).toEqual(['2.Bo Doe', '3.Cy Doe'].map((name, at) => `${at + 1}.${name.slice(2)}`)),
  );
  expect(scrolled).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});
