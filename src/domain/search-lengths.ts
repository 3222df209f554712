/** Of a search, in characters; a shorter one finds nothing. */
export const shortestSearch = 2;
export const longestSearch = 100;
