// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { enqueue, outboxState, startOutbox } from '#web/offline/outbox.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
// The code that sends a note is loaded when one is sent.
import '#web/offline/send-note.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { comeOnline, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { useItinerary } from './use-itinerary.ts';
import { WrittenNotes } from './written-notes.tsx';

let written: { id: string; reader: string; text: string }[];
let stop: () => void;

function Visit() {
  const [job] = useItinerary('wren').jobs ?? [];
  return job ? (
    <>
      <h3>Casey</h3>
      <WrittenNotes job={job} name="Casey" />
    </>
  ) : null;
}
const loaded = () => screen.findByRole('heading', { name: 'Casey' });

const fence = { kind: 'note', noteId: 'n', reader: 'office', text: 'The fence is broken.' } as const;
const write = () => enqueue({ visit: visitOf(jobOf('casey'), 'wren'), change: fence });
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  unpack();
  written = [];
  phone.farEnd = ({ path, body }) => {
    // As the server does, which takes a note that comes again for the one that it has.
    if (path.endsWith('/notes') && written.every(({ id }) => id !== body?.id)) {
      written = [...written, { id: '', reader: '', text: '', ...body }];
    }
    const job = { ...jobOf('casey'), notes: written };
    const today = job.scheduleInstance.date;
    return path.endsWith('/itineraries')
      ? { body: { jobs: [job], unfinished: [], today, now: new Date().toISOString() } }
      : {};
  };
  store.dispatch(sessionRestored(sessionOf('wren')));
  stop = startOutbox();
});
afterEach(() => {
  cleanup();
  stop();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('a note waits on the card without a network, and stands there as sent once it is', async () => {
  written = [{ id: 'first', reader: 'customer', text: 'The gate was open.' }];
  render(onPage(<Visit />));
  await screen.findByText('To Casey, sent');
  phone.isOnline = false;
  await write();
  await screen.findByText('To the office, waiting to be sent');
  expect(lines()).toEqual([
    'The gate was open.To Casey, sent',
    'The fence is broken.To the office, waiting to be sent',
  ]);
  comeOnline();
  await screen.findByText('To the office, sent');
  expect(lines()).toHaveLength(2);
  within(screen.getByRole('region', { name: 'Your notes at the visit of Casey' }));
});

test('a note that the server has, but whose answer was lost, stands once', async () => {
  render(onPage(<Visit />));
  await loaded();
  phone.isOnline = false;
  await write();
  await screen.findByText('To the office, waiting to be sent');
  written = [{ id: 'n', reader: 'office', text: fence.text }];
  cleanup();
  phone.isOnline = true;
  const server = phone.farEnd;
  phone.farEnd = (call) => (call.path.endsWith('/notes') ? 'lost' : server(call));
  render(onPage(<Visit />));
  await screen.findByText('To the office, sent');
  expect(lines()).toEqual(['The fence is broken.To the office, sent']);
  phone.farEnd = server;
  comeOnline();
  await waitFor(() => expect(outboxState().entries).toEqual([]));
  expect(lines()).toEqual(['The fence is broken.To the office, sent']);
});

test('without a note there is nothing', async () => {
  render(onPage(<Visit />));
  await loaded();
  expect(screen.queryByText('Your notes')).toBeNull();
});
