/** How long a worker may undo a step, in seconds. Only then the customer is told or charged. */
export const undoSeconds = 60;

/** After that long nobody is on the way any more, in hours. */
export const longestTravelHours = 2;

/** The hour of the business from which on nobody comes any more on a day. */
export const lastHour = 21;

/** The hour from which on a service that a worker takes begins tomorrow: the drive and the visit take the rest of the day. */
export const lastHourToBegin = lastHour - 1;

/** For how many days that are over customers are told that nobody came: of older ones they know by then. */
export const daysToTell = 3;

/** How many photos a visit can have. */
export const photosPerVisit = 6;

/** How many visits staff can change at once. */
export const mostVisitsAtOnce = 60;
