/** A card is marked when it expires within this many months. */
const soonMonths = 2;

/**
 * Says whether a card still works. It works until the end of its month.
 * @param card its expiration: month 1 to 12, year of four digits
 * @returns 'soon' in the card's last two months
 */
export function expirationState(
  card: { expMonth: number; expYear: number },
  today: { month: number; year: number },
): 'valid' | 'soon' | 'expired' {
  const monthsLeft = (card.expYear - today.year) * 12 + card.expMonth - today.month;
  if (monthsLeft < 0) return 'expired';
  return monthsLeft < soonMonths ? 'soon' : 'valid';
}

/** @returns month and year, '04/2031' */
export function expirationLabel({ expMonth, expYear }: { expMonth: number; expYear: number }): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`;
}
