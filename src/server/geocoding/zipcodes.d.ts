/** The table of the npm package `zipcodes`, without the table of Canada that its main module adds. */
declare module 'zipcodes/lib/codes.js' {
  /** By zip code, five digits. Military post offices lie at latitude and longitude 0: nobody knows where they are. */
  export const codes: Record<
    string,
    { zip: string; latitude: number; longitude: number; city: string; state: string; country: string } | undefined
  >;
}
