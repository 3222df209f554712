import { configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '#web/api/api.ts';
import { sessionReducer } from '#web/api/session.ts';
import { alertsReducer } from './alerts.ts';
import { dialogReducer } from './dialogs.ts';

const lateMiddleware = createDynamicMiddleware();

/** Adds middleware from code that imports this store, such as what keeps a worker's route on the phone. */
export const { addMiddleware } = lateMiddleware;

/** The state of one open page: session, alerts, dialog and the cache of calls. */
export const store = configureStore({
  reducer: {
    session: sessionReducer,
    alerts: alertsReducer,
    dialog: dialogReducer,
    [api.reducerPath]: api.reducer,
  },
  middleware: (defaults) => defaults().concat(api.middleware, lateMiddleware.middleware),
});

type AppState = ReturnType<typeof store.getState>;

export type AppDispatch = typeof store.dispatch;
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
