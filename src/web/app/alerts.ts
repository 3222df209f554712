import { type Action, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { CallMeta } from '#web/api/base-query.ts';
import { isFailure } from '#web/api/failure.ts';

export type Alert = {
  id: string;
  type: 'error' | 'info' | 'success';
  data: { message: string; details?: string; traceId?: string };
  /** The call that failed, such as 'POST /v1/sign-in', or whose success ends the alert; `anyCall` for each. */
  call?: string;
};
/** `isSilent`: it is not shown. */
type NewAlert = Omit<Alert, 'id'> & { isSilent?: boolean };

const slice = createSlice({
  name: 'alerts',
  initialState: [] as Alert[],
  reducers: {
    alertAdded: {
      prepare: ({ isSilent = false, ...alert }: NewAlert) => ({
        payload: { ...alert, id: nanoid() },
        meta: { isSilent },
      }),
      reducer: (alerts, { payload, meta }: PayloadAction<Alert, string, { isSilent: boolean }>) => {
        if (meta.isSilent) return alerts;
        // Two screens, or two tries, may say the same; it is shown once. A later failure replaces the earlier one, so
        // that its trace id is shown and it is read out again.
        const shown = alerts.find(({ type, data }) => type === payload.type && isSameText(data, payload.data));
        if (shown && !payload.data.traceId) {
          shown.call = payload.call;
          return alerts;
        }
        // Of what was done only the last is said: it may be that what the one before says was taken back.
        const isOver = (one: Alert) => one === shown || (one.type === 'success' && payload.type === 'success');
        return [...alerts.filter((one) => !isOver(one)), payload];
      },
    },
    alertDismissed: (alerts, { payload: id }: PayloadAction<string>) => alerts.filter((alert) => alert.id !== id),
    /** For a form that is sent again: the errors of the last try are over. */
    errorsDismissed: (alerts) => alerts.filter(({ type }) => type !== 'error'),
    /** For a call that lost its answer but, as shown elsewhere, succeeded. The call is named as in `Alert`. */
    callSucceeded: (alerts, { payload: call }: PayloadAction<string>) => alerts.filter((alert) => alert.call !== call),
  },
  extraReducers: (build) => {
    // A call's error is over when the same call succeeds, whoever repeats it.
    build.addMatcher(isCallFulfilled, (alerts, { meta }) => {
      const isOver = ({ call }: Alert) => call === anyCall || call === meta.baseQueryMeta.call;
      return alerts.some(isOver) ? alerts.filter((one) => !isOver(one)) : alerts;
    });
  },
});

/** Of an alert that says that there is no connection: every answer ends it. */
const anyCall = '*';

type CallFulfilled = Action & { meta: { requestStatus: 'fulfilled'; baseQueryMeta: CallMeta } };

/** @returns whether the action says that a call succeeded; `web/api/base-query.ts` names the call in it */
function isCallFulfilled(action: Action & { meta?: Partial<CallFulfilled['meta']> }): action is CallFulfilled {
  return action.meta?.requestStatus === 'fulfilled' && action.meta.baseQueryMeta !== undefined;
}

function isSameText(one: Alert['data'], other: Alert['data']): boolean {
  return one.message === other.message && one.details === other.details;
}

export const { alertAdded, alertDismissed, callSucceeded, errorsDismissed } = slice.actions;
export const alertsReducer = slice.reducer;

/**
 * An alert of something that was done. It disappears by itself.
 * @param call whose success ends it before, such as 'POST /v1/sign-in'
 */
export const successAlert = (message: string, call?: string) =>
  alertAdded({ type: 'success', data: { message }, ...(call === undefined ? {} : { call }) });
/** An alert of something to know. It disappears by itself. */
export const infoAlert = (message: string) => alertAdded({ type: 'info', data: { message } });
/**
 * Why a page is not opened, and what works until then. It goes with the first answer.
 * @param hasItinerary whether this phone keeps the worker's itinerary
 */
export const noConnectionAlert = (hasItinerary: boolean) =>
  alertAdded({
    type: 'info',
    data: {
      message: `There is no connection. That page opens once it is back; ${hasItinerary ? 'your itinerary works without it' : 'leave this one open until then'}.`,
    },
    call: anyCall,
  });
/** An alert of something wrong, in our own words. It stays until it is dismissed. */
export const errorAlert = (message: string) => alertAdded({ type: 'error', data: { message } });

/**
 * The alert for anything that went wrong; of an ended session the sign-in dialog tells.
 * @param error a failed call, something thrown, or anything else
 */
export function failureAlert(error: unknown) {
  const { call, isSessionEnd: isSilent } = isFailure(error) ? error : {};
  return alertAdded({ type: 'error', data: failureData(error), isSilent, ...(call === undefined ? {} : { call }) });
}

function failureData(error: unknown): Alert['data'] {
  if (isFailure(error)) {
    if (error.status === 'FETCH_ERROR') {
      return {
        message: 'Network error. Please check your internet connection.',
        details: 'Failed to connect to the server',
      };
    }
    return {
      message: error.message || 'An unexpected server error occurred',
      details: `Error Code: ${error.errorCode || 'UNKNOWN_ERROR'}`,
      traceId: error.traceId,
    };
  }
  if (isPlainError(error)) return { message: error.message || 'An unexpected error occurred' };
  return { message: 'An unknown error occurred', details: 'Please try again later.' };
}

/** @returns whether it is an Error, or the plain object that the store makes of one */
function isPlainError(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
