import type { SendMail } from '../messages/mail.ts';
import type { SendText } from '../messages/text.ts';

/** What the demo needs of the sandbox. */
export type DemoTools = {
  /** Finishes a worker's onboarding at the stand-in, as the worker would in the browser. */
  completeOnboarding(accountId: string, person: { firstName: string; lastName: string }): Promise<void>;
  /**
   * Types a test card into the form of a SetupIntent, good until so many years from now, until December unless given.
   * @returns the payment method's id
   */
  saveCard(clientSecret: string, card: { number: string; expiresIn: number; month?: number }): Promise<string>;
  /** Throws when there is nothing to pay out. */
  payOut(accountId: string): Promise<void>;
  sendMail: SendMail;
  sendText: SendText;
  /** Lets the clock, and Stripe with it, stand at a moment; undefined lets them go on. */
  standAt(moment: Temporal.Instant | undefined): void;
  /** Does something once for all processes on one database. @returns whether this call has done it */
  once(what: string, act: () => Promise<unknown>): Promise<boolean>;
  isDone(what: string): Promise<boolean>;
  /** Empties the stand-ins. */
  reset(): Promise<void>;
};
