/**
 * A cookie that scripts may read and that says no more than that there may be a session: the session's own cookie is
 * for the server alone, and what a browser keeps otherwise may be cleared while the cookies stay.
 */
export const sessionHintCookie = 'yardpack-signed-in';
