/**
 * A cookie for scripts, which only says that there may be a session. Scripts cannot read the session's own cookie, and
 * a browser may clear its other storage while the cookies stay.
 */
export const sessionHintCookie = 'signed-in';
