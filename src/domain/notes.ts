/** In characters. */
export const longestNote = 4000;

/** Whom a worker writes a note for at a visit: the customer, who is told, or the office. */
export const noteReaders = ['customer', 'office'] as const;
export type NoteReader = (typeof noteReaders)[number];
/** What a worker writes at a visit, in characters: it may go out as a text. */
export const longestVisitNote = 300;
/** How many notes one visit has at most. */
export const mostNotesOfVisit = 10;
