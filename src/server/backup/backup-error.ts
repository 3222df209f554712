/** What the person at the keyboard can mend, in words for them. */
export class BackupError extends Error {
  override name = 'BackupError';
}
