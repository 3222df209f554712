/** The US table of the npm package `zipcodes`; its main module loads Canada's too. */
declare module 'zipcodes/lib/codes.js' {
  /** By five-digit zip code. Military post offices have latitude and longitude 0, because they have no location. */
  export const codes: Record<
    string,
    { zip: string; latitude: number; longitude: number; city: string; state: string; country: string } | undefined
  >;
}
