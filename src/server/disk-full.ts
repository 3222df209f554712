/** No room, or none for us: errno(3), and of Postgres disk_full (PostgreSQL documentation, appendix A). */
const codes = ['ENOSPC', 'EDQUOT', '53100'];

/** @returns whether something failed because a disk is full, ours or Postgres's */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && codes.includes(String(cause.code))) return true;
    // Of a program whose words are all that we have: Postgres, while it is set up or starts.
    if (/no space left on device|disk quota exceeded/i.test(cause.message)) return true;
  }
  return false;
}
