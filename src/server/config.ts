import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import * as z from 'zod';
import { timeZoneNames } from '#domain/time-zone.ts';
import { connectionUrl, tlsProblem } from './database-url.ts';

/** The server's settings, as `.env.example` lists them. They are read and checked once. */
export type Config = z.output<typeof Settings>;

/** By what DEMO_DATA says. */
const demoSizes = { '1': 'whole', small: 'small', '0': 'none' } as const;
const roles = ['web', 'worker'] as const;
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
const loopbackHost = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** The fewest bits of a proxy network: a server that trusts half the internet lets everybody claim any address. */
const leastBits = { 4: 8, 6: 16 } as const;

/** https://docs.stripe.com/payments/payment-methods/overview */
const paymentMethodTypes = ['card', 'link', 'us_bank_account', 'cashapp', 'paypal'] as const;

/** Text that visitors read as it is. */
const words = () => z.string().max(1000, { error: 'must be at most 1000 characters' });

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

const Settings = z
  .object({
    NODE_ENV: z
      .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
      .default('development'),
    /** 1 allows the sandbox on a host that others can reach; they all can read its mail and move its clock. */
    SANDBOX: flag.optional(),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    /** The site's address for people; links in messages start with it. */
    PUBLIC_URL: web().optional(),
    /** The proxies in front of the server; it trusts their X-Forwarded-For. */
    TRUST_PROXY: z
      .string()
      .refine((value) => value.split(',').every((part) => isNetwork(part.trim())), {
        error:
          'must be the addresses or networks of your proxies, such as 10.0.0.0/8, or loopback; with commas between',
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
    DATABASE_URL: url('postgres:', 'postgresql:').optional(),
    /** A standby, from which reports are read as long as it is not too far behind. */
    DATABASE_REPLICA_URL: url('postgres:', 'postgresql:').optional(),
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
    SMTP_URL: url('smtp:', 'smtps:')
      .refine((value) => URL.parse(value)?.hostname, { error: 'must name a mail server, such as smtp://mail.example' })
      .optional(),
    MAIL_FROM: z
      .string()
      .refine((value) => z.email().safeParse(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value).success, {
        error: 'must be an e-mail address, or a name and an address such as Acme Yards <hello@acme.example>',
      })
      .default('hello@business.example'),
    CONTACT_EMAIL: z.email({ error: 'must be an e-mail address' }).default('hello@business.example'),
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
    TIME_ZONE: z
      .enum(timeZoneNames, { error: `must be one of ${timeZoneNames.join(', ')}` })
      .default('America/Chicago'),
    SUPPORT_PHONE: z.string().default('(800) 555-0142'),
    SUPPORT_HOURS: words().optional(),
    RAIN_POLICY: words().optional(),
    WASTE_DISPOSAL: words().optional(),
    KEEPERS: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap(readKeeper))
      .refine((keepers) => keepers.every(({ name, pictureUrl }) => name && isPicture(pictureUrl)), {
        error:
          'must be first names with commas between, each with = and the https address of a picture if there is one',
      }),
    /** Whether employees can do nothing as such without a second factor. */
    STAFF_SECOND_FACTOR: flag.default(true),
    /** What a bill says of who asks for it; the tax line is left out unless there is one. */
    BUSINESS_NAME: words().default('Yardpack'),
    BUSINESS_ADDRESS: words().default('Northwest Arkansas'),
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
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** Words of what somebody should know in a terminal outside of production, else lines of JSON, unless it says otherwise. */
    LOG_FORMAT: z.enum(['json', 'words']).optional(),
  })
  .superRefine((settings, context) => {
    if (settings.NODE_ENV !== 'production') return;
    // Without these the sandbox would stand in, which must never happen to a real business.
    for (const name of [
      'PUBLIC_URL',
      'DATABASE_URL',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ] as const) {
      if (!settings[name]) context.addIssue({ code: 'custom', path: [name], message: 'must be set in production' });
    }
    if (settings.PUBLIC_URL?.startsWith('http:')) {
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'must start with https:// in production' });
    }
    if (/^[sr]k_test_/.test(settings.STRIPE_SECRET_KEY ?? '')) {
      const message = 'must be a live key in production: with a test key nobody pays';
      context.addIssue({ code: 'custom', path: ['STRIPE_SECRET_KEY'], message });
    }
    const stripe = URL.parse(settings.STRIPE_API_URL ?? '');
    if (stripe?.protocol === 'http:' && !loopbackHost.test(stripe.hostname)) {
      const message = 'must start with https:// in production: the secret key goes there';
      context.addIssue({ code: 'custom', path: ['STRIPE_API_URL'], message });
    }
    if (settings.S3_ENDPOINT?.startsWith('http:')) {
      const message = 'must start with https:// in production: browsers bring photos there from pages with https';
      context.addIssue({ code: 'custom', path: ['S3_ENDPOINT'], message });
    }
    if (settings.SANDBOX) {
      context.addIssue({ code: 'custom', path: ['SANDBOX'], message: 'cannot be 1 in production' });
    }
  })
  .superRefine((settings, context) => {
    if (settings.NODE_ENV === 'production' || settings.SANDBOX || !needsSandbox(settings)) return;
    for (const name of ['HOST', 'PUBLIC_URL'] as const) {
      const host = name === 'HOST' ? settings.HOST : new URL(settings.PUBLIC_URL ?? 'http://localhost').hostname;
      if (loopbackHost.test(host)) continue;
      const message =
        'must be of this machine while the sandbox stands in for payment, mail or texts; SANDBOX=1 lets others reach it';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .superRefine((settings, context) => {
    const provider = textProviderOf(settings);
    const needed = {
      sns: ['SNS_REGION'],
      twilio: [
        'TWILIO_ACCOUNT_SID',
        'TWILIO_AUTH_TOKEN',
        ...(settings.TWILIO_MESSAGING_SERVICE_SID ? [] : ['TWILIO_FROM' as const]),
      ],
      none: [],
    } as const;
    for (const name of provider ? needed[provider] : []) {
      const message = `must be set for texts by ${provider}`;
      if (!settings[name]) context.addIssue({ code: 'custom', path: [name], message });
    }
    const api = new URL(settings.TWILIO_API_URL);
    if (settings.NODE_ENV === 'production' && api.protocol === 'http:' && !loopbackHost.test(api.hostname)) {
      const message = 'must start with https:// in production: the token goes there';
      context.addIssue({ code: 'custom', path: ['TWILIO_API_URL'], message });
    }
  })
  .superRefine((settings, context) => {
    const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
    const given = keys.filter((name) => settings[name]);
    if (given.length === 0 || given.length === keys.length || settings.NODE_ENV === 'production') return;
    for (const name of keys) {
      if (!settings[name]) {
        context.addIssue({ code: 'custom', path: [name], message: `must be set too, since ${given[0]} is` });
      }
    }
  })
  .superRefine((settings, context) => {
    const given = (['S3_ENDPOINT', 'S3_REGION', 'S3_PATH_STYLE'] as const).find((name) => settings[name] !== undefined);
    if (!given || settings.S3_BUCKET) return;
    context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message: `must be set too, since ${given} is` });
  })
  .superRefine(({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }, context) => {
    const [one, other] = [secret, publishable].map((key) => /^\w\w_(live|test)_/.exec(key ?? '')?.[1]);
    if (!one || !other || one === other) return;
    const message = 'must be of the same mode, live or test, as STRIPE_SECRET_KEY';
    context.addIssue({ code: 'custom', path: ['STRIPE_PUBLISHABLE_KEY'], message });
  })
  .superRefine((settings, context) => {
    // The sandbox shows everybody's mail and moves the clock. Neither may happen while real cards are charged.
    if (!/^[sr]k_live_/.test(settings.STRIPE_SECRET_KEY ?? '') || settings.NODE_ENV === 'production') return;
    for (const name of ['SMTP_URL', 'TEXT_PROVIDER'] as const) {
      if (name === 'SMTP_URL' ? settings[name] : textProviderOf(settings)) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'must be set with a live Stripe key' });
    }
  })
  .superRefine((settings, context) => {
    for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
      const url = settings[name];
      const message = url && tlsProblem(url, settings.DATABASE_CA);
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .transform((settings) => {
    const { DATABASE_CA: authority, DATABASE_POOLER: pooler } = settings;
    const complete = (url: string | undefined) => url && connectionUrl(url, authority, pooler);
    return {
      ...settings,
      DATABASE_URL: complete(settings.DATABASE_URL),
      DATABASE_REPLICA_URL: complete(settings.DATABASE_REPLICA_URL),
    };
  });

/** @returns how long a process that was told to stop waits until nobody sends it calls: a balancer looks every few seconds */
export const drainSeconds = ({ DRAIN_SECONDS: given, NODE_ENV: environment }: Config): number =>
  given ?? (environment === 'production' ? 5 : 0);

/** @returns whether an outside service is missing, so that the sandbox stands in; never in production */
export const needsSandbox = (
  settings: Partial<Record<'STRIPE_SECRET_KEY' | 'SMTP_URL', string | undefined>> & TextSettings,
): boolean => !(settings.STRIPE_SECRET_KEY && settings.SMTP_URL && textProviderOf(settings));

export type TextProvider = 'sns' | 'twilio' | 'none';
type TextSettings = {
  NODE_ENV?: string | undefined;
  TEXT_PROVIDER?: TextProvider | undefined;
  SNS_REGION?: string | undefined;
  TWILIO_ACCOUNT_SID?: string | undefined;
};

/** @returns who sends texts; undefined when the sandbox does. In production nobody does unless it is set up. */
export function textProviderOf(settings: TextSettings): TextProvider | undefined {
  const { NODE_ENV: environment, TEXT_PROVIDER: given, SNS_REGION: region, TWILIO_ACCOUNT_SID: account } = settings;
  if (given) return given;
  if (region) return 'sns';
  if (account) return 'twilio';
  return environment === 'production' ? 'none' : undefined;
}

/** @returns where the site is reached, without a slash at the end */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Config, port = PORT): string =>
  (PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');

/** Its message names every wrong setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings.
 * @param environment variables by name; an empty one counts as not set
 * @throws ConfigError that names every wrong setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    // A mistyped secret must not end up in a log.
    const value =
      /SECRET|TOKEN|DATABASE_(REPLICA_)?URL|BACKUP_KEY|SMTP_URL|GEOCODER_URL/.test(name) || given[name] === undefined
        ? ''
        : ` (it is "${given[name]}")`;
    return `  ${name} ${issue.message}${value}`;
  });
  throw new ConfigError(`Yardpack cannot start with these settings:\n${problems.join('\n')}`);
}
