import {
  isFulfilled,
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from '#web/api/api.ts';
import { isUnanswered } from '#web/api/failure.ts';
import { sessionExpired, sessionRefreshed, sessionReset, sessionRestored, type WithSession } from '#web/api/session.ts';
import { localStore } from '#web/api/session-hint.ts';
import { noteConnection } from '#web/ui/connection.ts';
import { keptFor, keptForKey } from './kept-for.ts';
import { noteServerTime } from './server-clock.ts';
import { weekQuery } from './week-query.ts';

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

export const isItinerary = (pathname: string): boolean => /^\/worker\/[^/]+\/itinerary\/?$/.test(pathname);

/**
 * Keeps a worker's route on the phone each time it was loaded, and removes it when the session ends or another person
 * signs in. The outbox stays: it is sent when the same person signs in again, and never as anybody else.
 */
export const keepRouteOnPhone: Middleware<unknown, WithSession> =
  ({ getState, dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (isFulfilled(action)) noteConnection(true);
    if (isRejectedWithValue(action)) noteConnection(!isUnanswered(action.payload));
    if (sessionReset.match(action) || sessionExpired.match(action)) forget();
    if ((sessionRestored.match(action) || sessionRefreshed.match(action)) && keptFor() !== action.payload.user.id) {
      forget();
    }
    if (api.endpoints.getItinerary.matchFulfilled(action)) {
      noteServerTime(action.payload.now);
      const { status, user, profiles } = getState().session;
      // Without a note of whose it is, it could not be removed.
      if (status === 'signed-in' && user && localStore()) {
        const { params, query } = action.meta.arg.originalArgs;
        const week = { year: Number(query.year), week: Number(query.week) };
        const { workerProfileId } = params;
        localStore()?.setItem(keptForKey, user.id);
        const route = { workerProfileId, user, profiles, week, answer: action.payload, savedAt: Date.now() };
        void import('./route-keeper.ts').then(async ({ keepRoute }) => {
          const next = await keepRoute(route);
          if (!next || getState().session.user?.id !== user.id) return;
          const arg = weekQuery(workerProfileId, next);
          (dispatch as Dispatch)(api.endpoints.getItinerary.initiate(arg, { subscribe: false, forceRefetch: true }));
        });
      }
    }
    return result;
  };

function forget(): void {
  if (keptFor() == null) return;
  localStore()?.removeItem(keptForKey);
  void import('./route-keeper.ts').then(({ forgetRoutes }) => forgetRoutes());
}
