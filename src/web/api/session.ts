import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile } from '#contract/profiles.ts';
import type { Session, User } from '#contract/session-shapes.ts';
import { clearSessionHint, localStore, noteAccount, selectedProfileKey } from './session-hint.ts';

export type SessionState = {
  /**
   * `restoring` until the first refresh is answered; `offline` when it got no answer and this phone keeps a worker's
   * route; `expired` when the server has ended it, until the same person signs in again or leaves.
   */
  status: 'restoring' | 'signed-out' | 'signed-in' | 'offline' | 'expired';
  accessToken: string | undefined;
  user: User | undefined;
  profiles: Profile[];
  currentProfileId: string | undefined;
  /** Whether an employee's profile can do nothing here yet, because a second factor is missing. */
  needsSecondFactor?: Session['needsSecondFactor'];
};
export type WithSession = { session: SessionState };

const signedOut: SessionState = {
  status: 'signed-out',
  accessToken: undefined,
  user: undefined,
  profiles: [],
  currentProfileId: undefined,
};

const slice = createSlice({
  name: 'session',
  initialState: { ...signedOut, status: 'restoring' } as SessionState,
  reducers: {
    /** Sets the session. The current profile is the one chosen before, otherwise the default one. */
    sessionRestored: (_, { payload }: PayloadAction<Session>) => {
      noteAccount(payload.user.id);
      return { status: 'signed-in', ...payload, currentProfileId: pickProfile(payload.profiles) };
    },
    /**
     * Takes over a new access token and the person's newest profiles. Keeps the current profile of this tab, although
     * another tab may have chosen another one.
     */
    sessionRefreshed: (state, { payload }: PayloadAction<Session>) => {
      const isStillThere = payload.profiles.some(({ id }) => id === state.currentProfileId);
      return {
        status: 'signed-in',
        ...payload,
        currentProfileId: isStillThere ? state.currentProfileId : pickProfile(payload.profiles),
      };
    },
    /** Keeps who it is, so that the page stays as it is, with what was typed, below the sign-in dialog. */
    sessionExpired: (state) => ({ ...state, status: 'expired', accessToken: undefined }),
    sessionReset: () => {
      clearSessionHint();
      return signedOut;
    },
    /** Uses what this phone knows of a worker until the server answers again. There is no access token. */
    sessionOffline: (
      _,
      { payload }: PayloadAction<{ user: User; profiles: Profile[]; workerProfileId: string }>,
    ): SessionState => ({
      status: 'offline',
      accessToken: undefined,
      user: payload.user,
      profiles: payload.profiles,
      currentProfileId: payload.workerProfileId,
    }),
    /** The server did not say whether there is a session. There is none for now, but the chosen profile stays known. */
    sessionUnknown: () => signedOut,
    /** Does nothing unless the profile is one of the person's. */
    profileChosen: (state, { payload: profileId }: PayloadAction<string>) => {
      if (!state.profiles.some((profile) => profile.id === profileId)) return;
      state.currentProfileId = profileId;
      localStore()?.setItem(selectedProfileKey, profileId);
    },
    profilesLoaded: (state, { payload }: PayloadAction<Profile[]>) => {
      state.profiles = payload;
    },
    /** Takes over one saved profile. When it is the new default, the others are no longer. */
    profileSaved: (state, { payload }: PayloadAction<Profile>) => {
      state.profiles = state.profiles.map((profile) => {
        if (profile.id === payload.id) return payload;
        return payload.isDefault ? { ...profile, isDefault: false } : profile;
      });
    },
  },
});

export const {
  sessionRestored,
  sessionRefreshed,
  sessionExpired,
  sessionReset,
  sessionOffline,
  sessionUnknown,
  profileChosen,
  profilesLoaded,
  profileSaved,
} = slice.actions;
export const sessionReducer = slice.reducer;

/** @returns the profile that the person acts as, or undefined when nobody is signed in */
export function selectCurrentProfile({ session }: WithSession): Profile | undefined {
  return session.profiles.find((profile) => profile.id === session.currentProfileId);
}

/** @returns whether the signed-in person has a worker profile, current or not */
export function hasWorkerProfile({ session }: WithSession): boolean {
  return session.profiles.some(({ type }) => type === 'PROFILE_TYPE_WORKER');
}

function pickProfile(profiles: Profile[]): string | undefined {
  const saved = localStore()?.getItem(selectedProfileKey);
  const profile = profiles.find(({ id }) => id === saved) ?? profiles.find(({ isDefault }) => isDefault) ?? profiles[0];
  if (profile) localStore()?.setItem(selectedProfileKey, profile.id);
  return profile?.id;
}
