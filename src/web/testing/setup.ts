import { afterAll } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { noteConnection } from '#web/ui/connection.ts';
import { shiftClock } from './shift-clock.ts';

declare const happyDOM: { setURL(url: string): void } | undefined;

// Each file begins at the tests' moment, whatever the machine's clock says.
shiftClock(Date.parse(import.meta.env.TEST_MOMENT) - (globalThis.machineDate ?? Date).now());

// A busy machine takes its time. What has come is not waited for.
if (globalThis.document) (await import('@testing-library/react')).configure({ asyncUtilTimeout: 20_000 });

// The file before may have left for another address, from which none of ours can be reached.
if (typeof happyDOM === 'object') happyDOM.setURL('http://localhost:3000/');

// A call of the file before may have found no network.
noteConnection(true);

// The files of one process share the app's modules: each finds them as a page does that was just opened.
afterAll(async () => {
  if (globalThis.document?.body) {
    (await import('@testing-library/react')).cleanup();
    // What was put there by hand, such as the next stop that stands before the app does.
    document.body.replaceChildren();
  }
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});
