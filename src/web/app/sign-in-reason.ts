/** Why a page asks to sign in, and the path to open afterwards. It travels to the home page, where the dialog opens. */
export type SignInReason = { words: string; path: string };

const reasons: SignInReason[] = [
  { words: 'Sign in to see and pay your bills.', path: '/pay-your-bill' },
  { words: 'Sign in to accept your service.', path: '/card-link' },
];

/** @returns the special reason why a page asks to sign in; undefined for a page that is only for signed-in people */
export const reasonOf = (path: string): SignInReason | undefined =>
  reasons.find((reason) => reason.path === path.replace(/\/$/, ''));

/** @returns the reason in `location.state` */
export function readReason(state: unknown): SignInReason | undefined {
  if (typeof state !== 'object' || state === null || !('signInFor' in state)) return undefined;
  return reasons.find(({ path }) => path === state.signInFor);
}
