import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import * as z from 'zod';
import { nobodysAddress, nobodysName, nobodysPhone } from '#domain/settings.ts';
import { timeZoneNames } from '#domain/time-zone.ts';
import { passwordProblem } from './database-url.ts';

/** Where email comes from until somebody says where: no such address can exist. */
export const nobodysEmail = 'hello@business.example';

/** By what DEMO_DATA says. */
const demoSizes = { '1': 'whole', small: 'small', '0': 'none' } as const;
const roles = ['web', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');
const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(minimum, { error: `must be at least ${minimum}` })
    .max(maximum, { error: `must be at most ${maximum}` });
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const urlWithPassword = (...protocols: [string, string]) => {
  const starts = protocols.map((protocol) => `${protocol}://`);
  return z
    .string()
    .refine((value) => starts.some((start) => value.toLowerCase().startsWith(start)), {
      error: `must be a URL that starts with ${starts.join(' or ')}`,
      abort: true,
    })
    .refine((value) => !passwordProblem(value), { error: ({ input }) => passwordProblem(String(input)), abort: true });
};
const web = () => url('http:', 'https:');
/** A page of our own or somebody's on the web; never `javascript:` and the like. */
const link = () =>
  z.string().refine((value) => /^\/(?![/\\])/.test(value) || (/^https?:/i.test(value) && URL.canParse(value)), {
    error: 'must be a path that starts with / or a URL that starts with https:// or http://',
  });
/** The keys' prefixes: https://docs.stripe.com/keys */
const stripeKey = (pattern: RegExp, example: string) =>
  z.string().refine((value) => value.split(',').every((part) => pattern.test(part.trim())), {
    error: `must look like ${example}`,
  });

/** The fewest bits of a proxy network: a server that trusts half the internet lets everybody claim any address. */
const leastBits = { 4: 8, 6: 16 } as const;

/** https://docs.stripe.com/payments/payment-methods/overview */
const paymentMethodTypes = ['card', 'link', 'us_bank_account', 'cashapp', 'paypal'] as const;

/** Text that visitors read as it is. */
const words = () => z.string().max(1000, { error: 'must be at most 1000 characters' });

function isMailbox(value: string): boolean {
  const read = URL.parse(value);
  if (!read?.hostname || !read.username || !read.password) return false;
  try {
    return [read.username, read.password, read.pathname].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

/** Reads a keeper that visitors are shown: `Ada` or `Ada=https://pictures.example/ada.jpg`. */
function readKeeper(text: string): { name: string; pictureUrl?: string }[] {
  const [name = '', ...address] = text.split('=');
  if (text.trim() === '') return [];
  const pictureUrl = address.join('=').trim();
  return [{ name: name.trim(), ...(pictureUrl ? { pictureUrl } : {}) }];
}

const isPicture = (address: string | undefined) =>
  address === undefined || (URL.canParse(address) && new URL(address).protocol === 'https:');

/** @returns whether Fastify's trustProxy takes this: an address, a network or one of its names for networks */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0) return false;
  const most = { 4: 32, 6: 128 }[version];
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= leastBits[version] && Number(bits) <= most);
}

/** Each setting by itself, as `.env.example` lists them. */
export const ConfigFields = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('development'),
  /** 1 allows the sandbox on a host that others can reach; they all can read its mail and move its clock. */
  SANDBOX: flag.optional(),
  /** 1 allows Stripe's test keys in production, and every page says that it is a rehearsal. */
  REHEARSAL: flag.default(false),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The site's address for people; links in messages start with it. */
  PUBLIC_URL: web()
    .refine((value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`, {
      error:
        'must end with the name and port, such as https://yards.example.com: the site has a name of its own and no path',
    })
    .optional(),
  /** 1 lets browsers keep to https on every name below the site's, too. */
  HSTS_SUBDOMAINS: flag.default(false),
  /** The proxies in front of the server; it trusts their X-Forwarded-For. */
  TRUST_PROXY: z
    .string()
    .refine((value) => value.split(',').every((part) => isNetwork(part.trim())), {
      error: 'must be the addresses or networks of your proxies, such as 10.0.0.0/8, or loopback; with commas between',
    })
    .optional(),
  /** What this process does: serve the site, or sweep and run jobs. */
  ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => [...new Set(value.split(',').map((part) => part.trim()))])
    .pipe(z.array(z.enum(roles, { error: 'must be web, worker, or both with a comma between' }))),
  /** How long a process that was told to stop says so before it takes no more calls; by `drainSeconds`. */
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  /** Where programs that watch this process read its figures; none unless given. */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** A collector of traces that speaks OpenTelemetry's protocol over HTTP; no traces unless given. */
  OTEL_EXPORTER_OTLP_ENDPOINT: web().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: urlWithPassword('postgres', 'postgresql').optional(),
  /** A standby, from which reports are read as long as it is not too far behind. */
  DATABASE_REPLICA_URL: urlWithPassword('postgres', 'postgresql').optional(),
  /** How far behind the standby may be, in seconds. */
  DATABASE_REPLICA_AGE: wholeNumber(1, 3600).default(60),
  /** What stands before Postgres: a pooler that gives each transaction another connection. */
  DATABASE_POOLER: z.enum(['transaction'], { error: 'must be transaction, or empty' }).optional(),
  /** A file with the certificate of a private authority that vouches for the database. */
  DATABASE_CA: z.string().refine(existsSync, { error: 'must name a file with certificates' }).optional(),
  /** What backups are encrypted with. */
  BACKUP_KEY: z.string().min(12, { error: 'must have at least 12 characters' }).optional(),
  /** Where the backup before a change of the schema goes; DATA_DIR/backups unless given. */
  BACKUP_DIR: z.string().optional(),
  /** Whether a start that changes the schema makes a backup first. */
  UPGRADE_BACKUP: flag.default(true),
  SMTP_URL: urlWithPassword('smtp', 'smtps')
    .refine((value) => URL.parse(value)?.hostname, { error: 'must name a mail server, such as smtp://mail.example' })
    .optional(),
  /** 1 allows a mail server in production without TLS, or with a certificate that no one checks. */
  SMTP_INSECURE: flag.default(false),
  MAIL_FROM: z
    .string()
    .refine((value) => z.email().safeParse(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value).success, {
      error: 'must be an email address, or a name and an address such as Acme Yards <hello@acme.example>',
    })
    .default(nobodysEmail),
  CONTACT_EMAIL: z.email({ error: 'must be an email address' }).default(nobodysEmail),
  /** Where mails come back to; each names its message there by what stands behind a plus. */
  BOUNCE_ADDRESS: z.email({ error: 'must be an email address such as bounces@acme.example' }).optional(),
  /** The mailbox of `BOUNCE_ADDRESS`, which is read every few minutes. */
  BOUNCE_MAILBOX_URL: urlWithPassword('imap', 'imaps')
    .refine(isMailbox, {
      error:
        'must name a user, a password and a server, such as imaps://user:password@mail.example/INBOX; write @ as %40',
    })
    .optional(),
  /** The topic to which Amazon SES posts what became of mails. */
  SNS_MAIL_TOPIC: z
    .string()
    .regex(/^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/, {
      error: 'must look like arn:aws:sns:us-east-1:123456789012:mail',
    })
    .optional(),
  /** The name and the password that are in the address of Postmark's webhook. */
  POSTMARK_WEBHOOK_LOGIN: z
    .string()
    .regex(/^[^:\s]+:\S{12,}$/, { error: 'must be a name, a colon and a password of at least 12 characters' })
    .optional(),
  /** Mailgun's HTTP webhook signing key. */
  MAILGUN_SIGNING_KEY: z.string().optional(),
  /** What any other mail server sends with its reports. */
  MAIL_REPORTS_TOKEN: z.string().min(24, { error: 'must have at least 24 characters' }).optional(),
  SNS_REGION: z.string().optional(),
  /** Who sends texts; `textProviderOf` says who does when it is not given. */
  TEXT_PROVIDER: z.enum(['sns', 'twilio', 'none'], { error: 'must be sns, twilio or none' }).optional(),
  /** The topic to which Amazon posts the texts that people send to the business's number. */
  SNS_TEXTS_TOPIC: z
    .string()
    .regex(/^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/, {
      error: 'must look like arn:aws:sns:us-east-1:123456789012:texts',
    })
    .optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, { error: 'must be AC and 32 characters' })
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+\d{5,15}$/, { error: 'must be a number such as +14795550100' })
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-fA-F]{32}$/, { error: 'must be MG and 32 characters' })
    .optional(),
  /** Another server that speaks Twilio's protocol. */
  TWILIO_API_URL: web().default('https://api.twilio.com'),
  STRIPE_SECRET_KEY: stripeKey(/^(sk|rk)_(live|test)_\w+$/, 'sk_live_…').optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_(live|test)_\w+$/, 'pk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_\w+$/, 'whsec_…, or several with commas between').optional(),
  STRIPE_API_URL: web().optional(),
  S3_BUCKET: z.string().optional(),
  /** Another server than Amazon's that speaks S3's protocol; browsers talk to it too. */
  S3_ENDPOINT: web()
    .refine((value) => !URL.parse(value)?.username && !URL.parse(value)?.search, {
      error: 'must be an address without a name, a password or a question mark',
    })
    .optional(),
  S3_REGION: z.string().optional(),
  /** Whether the bucket's name is a part of the path instead of the host; as the endpoint is given or not unless set. */
  S3_PATH_STYLE: flag.optional(),
  /** A server that speaks Nominatim's search API; it may carry a key. */
  GEOCODER_URL: web().optional(),
  /** The business's fee: its part of what a customer pays, in percent. */
  PLATFORM_FEE_PERCENT: wholeNumber(0, 100).default(20),
  /** Price of a visit for a product with multiplier 1, integer cents. */
  BASE_RATE_STANDARD: wholeNumber(50, 1_000_000).default(1500),
  BASE_RATE_LARGE: wholeNumber(50, 1_000_000).default(2500),
  /** What a customer pays when a worker comes and cannot get into the yard, integer cents. */
  LOCKED_GATE_FEE: wholeNumber(0, 1_000_000).default(0),
  /** By which the business's days and hours go. */
  TIME_ZONE: z.enum(timeZoneNames, { error: `must be one of ${timeZoneNames.join(', ')}` }).default('America/Chicago'),
  SUPPORT_PHONE: z.string().default(nobodysPhone),
  SUPPORT_HOURS: words().optional(),
  RAIN_POLICY: words().optional(),
  WASTE_DISPOSAL: words().optional(),
  KEEPERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap(readKeeper))
    .refine((keepers) => keepers.every(({ name, pictureUrl }) => name && isPicture(pictureUrl)), {
      error: 'must be first names with commas between, each with = and the https address of a picture if there is one',
    }),
  /** Whether employees can do nothing as such without a second factor. */
  STAFF_SECOND_FACTOR: flag.default(true),
  /** What a bill says of who asks for it; the tax line is left out unless there is one. */
  BUSINESS_NAME: words().default(nobodysName),
  BUSINESS_ADDRESS: words().default(nobodysAddress),
  TAX_LINE: words().optional(),
  /** The kinds of ways to pay that Stripe is to offer, by its names. PayPal it offers to European businesses only. */
  PAYMENT_METHOD_TYPES: z
    .string()
    .default('card,link')
    .transform((value) => [...new Set(value.split(',').map((part) => part.trim()))])
    .pipe(
      z.array(
        z.enum(paymentMethodTypes, {
          error: `must be some of ${paymentMethodTypes.join(', ')}, with commas between`,
        }),
      ),
    ),
  /** Our own page leads to the person's bills. */
  BILLING_PORTAL_URL: link().default('/pay-your-bill'),
  TERMS_URL: web().optional(),
  PRIVACY_URL: web().optional(),
  DISCLAIMER_URL: web().optional(),
  FACEBOOK_URL: web().optional(),
  INSTAGRAM_URL: web().optional(),
  ANALYTICS_URL: web().optional(),
  /** A business with ten weeks behind it; a handful of people; nothing. */
  DEMO_DATA: z
    .enum(['1', 'small', '0'], { error: 'must be 1, small or 0' })
    .default('1')
    .transform((value) => demoSizes[value]),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  /** Words of what somebody should know in a terminal outside of production, else lines of JSON, unless it says otherwise. */
  LOG_FORMAT: z.enum(['json', 'words'], { error: 'must be json or words' }).optional(),
});

export type ConfigFields = z.output<typeof ConfigFields>;
