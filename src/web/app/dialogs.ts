import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The dialogs that any page may open; one is open at a time. */
export type DialogName =
  | 'none'
  | 'profile-selector'
  | 'new-profile'
  | 'sign-in'
  | 'forgot-password'
  | 'new-link'
  | 'sign-out';

const slice = createSlice({
  name: 'dialog',
  initialState: 'none' as DialogName,
  reducers: {
    dialogOpened: (_, { payload }: PayloadAction<Exclude<DialogName, 'none'>>) => payload,
    dialogClosed: () => 'none' as const,
  },
});

export const { dialogOpened, dialogClosed } = slice.actions;
export const dialogReducer = slice.reducer;
