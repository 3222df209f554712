import { usStates } from '#domain/us-states.ts';

/**
 * @param code of a US state, two letters
 * @returns its name, or the code itself when there is no such state
 */
export function stateName(code: string): string {
  return usStates.find((state) => state.code === code)?.name ?? code;
}

/**
 * @param code of a country, two letters as in ISO 3166-1
 * @returns its English name, or the code itself when it is not one
 */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames('en-US', { type: 'region' }).of(code) ?? code;
}
