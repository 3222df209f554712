/** How soon a card must be expiring to be marked. */
const soonMonths = 2;

/**
 * Whether a card still works; it does until the end of its month.
 * @param card its expiration: month 1 to 12, year of four digits
 * @param today the day it is asked for
 * @returns 'soon' in its last month and the one before
 */
export function expirationState(
  card: { expMonth: number; expYear: number },
  today: { month: number; year: number },
): 'valid' | 'soon' | 'expired' {
  const monthsLeft = (card.expYear - today.year) * 12 + card.expMonth - today.month;
  if (monthsLeft < 0) return 'expired';
  return monthsLeft < soonMonths ? 'soon' : 'valid';
}

/** @returns for example '04/2031' */
export function expirationLabel({ expMonth, expYear }: { expMonth: number; expYear: number }): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`;
}
