import { type Action, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { isFailure } from '#web/api/failure.ts';

export type Alert = {
  id: string;
  type: 'error' | 'info' | 'success';
  data: { message: string; details?: string; traceId?: string };
  /** The calls that failed, by their names in the contract, or whose success ends the alert; `anyCall` for each. */
  calls: string[];
};
/** `isSilent`: it is not shown. */
type NewAlert = Omit<Alert, 'id' | 'calls'> & { calls?: Alert['calls']; isSilent?: boolean };

const slice = createSlice({
  name: 'alerts',
  initialState: [] as Alert[],
  reducers: {
    alertAdded: {
      prepare: ({ isSilent = false, ...alert }: NewAlert) => ({
        payload: { calls: [], ...alert, id: nanoid() },
        meta: { isSilent },
      }),
      reducer: (alerts, { payload, meta }: PayloadAction<Alert, string, { isSilent: boolean }>) => {
        if (meta.isSilent) return alerts;
        // Two screens, or two tries, may say the same; it is shown once. A later failure replaces the earlier one, so
        // that its trace id is shown and it is read out again.
        const shown = alerts.find(({ type, data }) => type === payload.type && isSameText(data, payload.data));
        if (shown && !payload.data.traceId) {
          shown.calls = [...shown.calls, ...payload.calls];
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
    callSucceeded: (alerts, { payload: call }: PayloadAction<string>) => endCall(alerts, call),
  },
  extraReducers: (build) => {
    build.addMatcher(isCall, (alerts, { meta: { requestStatus, arg, baseQueryMeta } }) => {
      // A call's error is over when the same call is answered, whoever repeats it, and of whichever row or week. What a person
      // does once more is another try; a list or a day that loads again by itself is none.
      const isAnswer = requestStatus === 'fulfilled' && baseQueryMeta;
      if (isAnswer || (requestStatus === 'pending' && arg.type === 'mutation')) endCall(alerts, arg.endpointName);
      if (isAnswer) endCall(alerts, anyCall);
    });
  },
});

/** Of an alert that says that there is no connection: every answer ends it. */
const anyCall = '*';

/** Takes away the alerts that were about this call only. */
function endCall(alerts: Alert[], call: string): void {
  for (const alert of alerts.filter(({ calls }) => calls.includes(call))) {
    alert.calls = alert.calls.filter((one) => one !== call);
    if (alert.calls.length === 0) alerts.splice(alerts.indexOf(alert), 1);
  }
}

type Call = Action & {
  meta: {
    requestStatus: string;
    arg: { type: 'query' | 'mutation'; endpointName: string };
    /** Of a call that was answered, which what is put into the store without one has not. */
    baseQueryMeta?: object;
  };
};

/** @returns whether the action says how it is with a call of the API */
function isCall(action: Action & { meta?: { arg?: Partial<Call['meta']['arg']> } }): action is Call {
  return action.meta?.arg?.endpointName !== undefined;
}

function isSameText(one: Alert['data'], other: Alert['data']): boolean {
  return one.message === other.message && one.details === other.details;
}

export const { alertAdded, alertDismissed, callSucceeded, errorsDismissed } = slice.actions;
export const alertsReducer = slice.reducer;

/**
 * An alert of something that was done. It disappears by itself.
 * @param call whose success ends it before, such as 'signIn'
 */
export const successAlert = (message: string, call?: string) =>
  alertAdded({ type: 'success', data: { message }, calls: callsOf(call) });
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
    calls: [anyCall],
  });
/** An alert of something wrong, in our own words. It stays until it is dismissed. */
export const errorAlert = (message: string) => alertAdded({ type: 'error', data: { message } });

/**
 * The alert for anything that went wrong; of an ended session the sign-in dialog tells.
 * @param error a failed call, something thrown, or anything else
 */
export function failureAlert(error: unknown) {
  const { call, isSessionEnd: isSilent } = isFailure(error) ? error : {};
  return alertAdded({ type: 'error', data: failureData(error), isSilent, calls: callsOf(call) });
}

const callsOf = (call = '') => (call ? [call] : []);

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
