import { afterAll } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';

// The files of one process share the app's modules: each finds them as a page does that was just opened.
afterAll(() => {
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});
