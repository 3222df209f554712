/** What is known of an email address to which emails do not arrive. */

/** Why an address does not work: emails came back for good, its reader reported one as spam, staff said so, or an account has none. */
export const brokenEmailReasons = ['bounced', 'complained', 'staff', 'taken'] as const;
export type BrokenEmailReason = (typeof brokenEmailReasons)[number];

/** What a mail server or provider reports: it arrived at a server; it came back this time, or for good; its reader called it spam. */
export const mailReportKinds = ['delivered', 'soft', 'hard', 'complaint'] as const;
export type MailReportKind = (typeof mailReportKinds)[number];

/**
 * Whether a status (RFC 3463) says that an address will never work. A full mailbox, a limit, a policy or a route may be otherwise
 * tomorrow, and is no matter of the address.
 */
export const isHardStatus = (status: string): boolean => /^5\.(1\.(?:[0-46]|10)|2\.1|4\.4)$/.test(status);

/** What staff read beside the address. */
export const brokenEmailWords: Record<BrokenEmailReason, string> = {
  bounced: 'Emails to this address come back.',
  complained: 'They reported an email of ours as spam.',
  staff: 'The office says that this address doesn’t work.',
  taken: 'Someone else confirmed the email address of this account.',
};
