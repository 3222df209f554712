/** With which the stand-in of every account without an address ends. */
export const noEmailDomain = '@no-email.invalid';

/**
 * @param secret a random text, so that no one can sign up with the result
 * @returns a stand-in for the email address of an account that has none: every account needs a unique one
 */
export const noEmail = (secret: string): string => `none-${secret.toLowerCase()}${noEmailDomain}`;

/** @returns whether this is an email address, and not a stand-in of `noEmail` */
export const isEmail = (email: string): boolean => !email.toLowerCase().endsWith(noEmailDomain);

/** @returns whether both are one address: accounts are found without regard to case */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @returns the address as a screen shows it */
export const emailLabel = (email: string): string => (isEmail(email) ? email : 'No email address');
