import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '#web/api/api.ts';
import { keepRouteOnPhone } from '#web/offline/keep-route.ts';
import { alertsReducer } from './alerts.ts';
import { dialogReducer } from './dialogs.ts';
import { sessionReducer } from './session.ts';

/** The state of one open page: session, alerts, dialog and the cache of calls. */
export const store = configureStore({
  reducer: {
    session: sessionReducer,
    alerts: alertsReducer,
    dialog: dialogReducer,
    [api.reducerPath]: api.reducer,
  },
  middleware: (defaults) => defaults().concat(api.middleware, keepRouteOnPhone),
});

type AppState = ReturnType<typeof store.getState>;

export const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
