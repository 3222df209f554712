import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import type { Standby } from './database/standby.ts';
import type { FileStore } from './files/file-store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { SendMail } from './messages/mail.ts';
import type { SendText } from './messages/text.ts';
import type { Meters } from './meters.ts';
import type { Passwords } from './secrets.ts';
import type { SettingsBook } from './settings-book.ts';

/** What services may use of the outside world. Made once at start. */
export type World = {
  readonly config: Config;
  /** What the office has set. */
  readonly settings: SettingsBook;
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly database: Database;
  /** What is read for reports, and may be a little old. */
  readonly standby: Standby;
  readonly jobs: Jobs;
  readonly passwords: Passwords;
  readonly stripe: Stripe;
  readonly payments: PaymentSettings;
  readonly files: FileStore;
  readonly sendMail: SendMail;
  /** Undefined when there is no provider of texts: then they go as mails to whoever has one. */
  readonly sendText: SendText | undefined;
  readonly texts: TextSettings;
  readonly mails: MailSettings;
  readonly vitals: Vitals;
  /** Counts what happens in this process, for those who watch it. */
  readonly meters: Meters;
};

/** What those who ask how this process does need to know about it. */
export type Vitals = {
  /** Milliseconds since the last sweep of this process ended; null when it leaves that to others. */
  sinceSweep(): number | null;
  /** Whether it was told to stop. */
  isStopping(): boolean;
  /** Milliseconds since the settings were looked at. */
  sinceSettings(): number;
  /** Folders that this process or its own Postgres writes to. */
  readonly folders: readonly string[];
};

/** Who sends texts, and by what we know that it is they who call us; undefined for who does not. */
type TextSettings = {
  readonly provider: 'sns' | 'twilio' | 'none' | 'sandbox';
  readonly twilioToken: string | undefined;
  /** The ARN of the topic to which texts for the business's number come. */
  readonly snsTopic: string | undefined;
  /** Gives what stands at an address of SNS. */
  readonly fetchText: (url: string) => Promise<string>;
};

/** By what we know that those call us who report what became of mails; undefined for who does not. */
type MailSettings = {
  /** The ARN of the topic of Amazon SES. */
  readonly snsTopic: string | undefined;
  /** A name, a colon and a password. */
  readonly postmarkLogin: string | undefined;
  readonly mailgunKey: string | undefined;
  readonly reportsToken: string | undefined;
};

/** The part of Stripe's set-up that the browser and the webhook need. */
type PaymentSettings = {
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Classic scripts that the browser loads before the payment screens. */
  readonly scripts: readonly string[];
};
