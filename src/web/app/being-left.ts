/**
 * The next page is shown in a transition, which a change of the store overtakes: until then the page that goes must
 * neither lead elsewhere nor open a dialog that would go with it.
 * @param shownPath the path of the page on the screen
 * @returns whether the address is another already
 */
export const isBeingLeft = (shownPath: string): boolean => location.pathname !== shownPath;
