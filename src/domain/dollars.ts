/** @returns the integer cents of an amount as people write it, such as '3.33', '15' or '$1,000.00'; else undefined. What is more than can be counted is the most */
export function centsOf(text: string): number | undefined {
  // A comma stands before three digits only: '3,33' is somebody's 3.33, and not 333.
  const isAmount = /^\$?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(text.trim());
  return isAmount
    ? Math.min(Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100), Number.MAX_SAFE_INTEGER)
    : undefined;
}
