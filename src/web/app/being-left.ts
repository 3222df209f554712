/**
 * React shows the next page in a transition, and a change of the store is drawn before that, by the old page. Meanwhile
 * the old page must not lead elsewhere, nor open a dialog that would disappear with it.
 * @param shownPath the path of the page on the screen
 * @returns whether the address is already another
 */
export const isBeingLeft = (shownPath: string): boolean => location.pathname !== shownPath;
