/** Why somebody is asked to sign in, and what for; handed on with the way home, where the dialog opens. */
export type SignInReason = { words: string; path: string };

const reasons: SignInReason[] = [{ words: 'Sign in to see and pay your bills.', path: '/pay-your-bill' }];

/** @returns why a page asks to sign in, where it is more than that it is for those who are */
export const reasonOf = (path: string): SignInReason | undefined =>
  reasons.find((reason) => reason.path === path.replace(/\/$/, ''));

/** @returns the reason that is kept with a place in the history, `location.state` */
export function readReason(state: unknown): SignInReason | undefined {
  if (typeof state !== 'object' || state === null || !('signInFor' in state)) return undefined;
  return reasons.find(({ path }) => path === state.signInFor);
}
