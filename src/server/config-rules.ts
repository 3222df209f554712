import { BlockList, isIP } from 'node:net';
import { type ConfigFields, nobodysEmail } from './config-fields.ts';
import { tlsProblem } from './database-url.ts';
import { needsSandbox, textProviderOf } from './providers.ts';

type Problems = Iterable<[name: keyof ConfigFields, message: string]>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * @param host a name or an address, as URLs write it or without its brackets
 * @returns whether it is this machine
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const family = isIP(name);
  if (family === 0) return /^(.+\.)?localhost(\.localdomain)?$/i.test(name);
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

/** @returns whether passwords and links in email could be read on their way to the mail server, or a stranger could stand in for it */
export function isInsecureMail({ SMTP_URL: url }: Pick<ConfigFields, 'SMTP_URL'>): boolean {
  const read = URL.parse(url ?? '');
  if (!read || isLoopback(read.hostname)) return false;
  const isEncrypted = read.protocol === 'smtps:' || read.searchParams.get('requireTLS') === 'true';
  return !isEncrypted || (read.searchParams.get('tls.rejectUnauthorized') ?? 'true') !== 'true';
}

const stripeKeys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const isTestKey = ({ STRIPE_SECRET_KEY: key }: ConfigFields) => /^[sr]k_test_/.test(key ?? '');

/** Without these the sandbox would stand in, which must never happen to a real business. */
function* whatProductionNeeds(settings: ConfigFields): Problems {
  if (settings.NODE_ENV !== 'production') return;
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', ...stripeKeys] as const) {
    if (!settings[name]) yield [name, 'must be set in production'];
  }
  for (const name of ['MAIL_FROM', 'CONTACT_EMAIL'] as const) {
    if (settings[name]?.toLowerCase().includes(nobodysEmail))
      yield [name, 'must be set in production, to an address of the business'];
  }
  if (isTestKey(settings) && !settings.REHEARSAL) {
    yield [
      'STRIPE_SECRET_KEY',
      'must be a live key in production, because no one pays with a test key. For a rehearsal set REHEARSAL=1',
    ];
  }
  if (settings.REHEARSAL && settings.STRIPE_SECRET_KEY && !isTestKey(settings)) {
    yield ['REHEARSAL', 'cannot be 1 with a live Stripe key'];
  }
  if (settings.SANDBOX) yield ['SANDBOX', 'cannot be 1 in production'];
}

function* whereProductionIsSafe(settings: ConfigFields): Problems {
  if (settings.NODE_ENV !== 'production') return;
  const isUnsafe = (url: string | undefined) => url?.startsWith('http:') === true;
  if (isUnsafe(settings.PUBLIC_URL)) yield ['PUBLIC_URL', 'must start with https:// in production'];
  const host = URL.parse(settings.PUBLIC_URL ?? '')?.hostname ?? '';
  // A name such as yards.localhost is there to try an image out.
  const isOwn = ['0.0.0.0', '[::]'].includes(host) || (isLoopback(host) && !host.endsWith('.localhost'));
  if (isOwn && !settings.REHEARSAL)
    yield [
      'PUBLIC_URL',
      'must not be this machine in production: links in email and texts start with it. For a rehearsal set REHEARSAL=1',
    ];
  if (isUnsafe(settings.S3_ENDPOINT)) {
    yield ['S3_ENDPOINT', 'must start with https:// in production: browsers bring photos there from pages with https'];
  }
  if (isInsecureMail(settings) && !settings.SMTP_INSECURE) {
    yield [
      'SMTP_URL',
      'must start with smtps:// or end with ?requireTLS=true in production, and check the certificate: passwords and ' +
        'sign-in links go there. SMTP_INSECURE=1 allows it',
    ];
  }
  for (const [name, what] of [
    ['STRIPE_API_URL', 'secret key'],
    ['TWILIO_API_URL', 'token'],
  ] as const) {
    const url = URL.parse(settings[name] ?? '');
    if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
      yield [name, `must start with https:// in production: the ${what} goes there`];
    }
  }
}

function* whoReachesTheSandbox(settings: ConfigFields): Problems {
  if (settings.NODE_ENV === 'production' || settings.SANDBOX || !needsSandbox(settings)) return;
  const hosts = { HOST: settings.HOST, PUBLIC_URL: new URL(settings.PUBLIC_URL ?? 'http://localhost').hostname };
  for (const name of ['HOST', 'PUBLIC_URL'] as const) {
    if (isLoopback(hosts[name])) continue;
    yield [
      name,
      'must be of this machine while the sandbox stands in for payment, email or texts; SANDBOX=1 lets others reach it',
    ];
  }
}

function* whatTextsNeed(settings: ConfigFields): Problems {
  const provider = textProviderOf(settings);
  const sender = settings.TWILIO_MESSAGING_SERVICE_SID ? [] : (['TWILIO_FROM'] as const);
  const needed = {
    sns: ['SNS_REGION'],
    twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', ...sender],
    none: [],
  } as const;
  for (const name of provider ? needed[provider] : []) {
    if (!settings[name]) yield [name, `must be set for texts by ${provider}`];
  }
}

/** Email comes back to a mailbox by an address that names the message; without one, what anybody writes there would count. */
function* whereEmailComesBack({
  BOUNCE_MAILBOX_URL: url,
  BOUNCE_ADDRESS: address,
  SMTP_URL: smtp,
}: ConfigFields): Problems {
  if (!url) return;
  if (!address) yield ['BOUNCE_ADDRESS', 'must be set too, since BOUNCE_MAILBOX_URL is'];
  if (!smtp) yield ['SMTP_URL', 'must be set too, since BOUNCE_MAILBOX_URL is: the stand-in’s emails never come back'];
}

function* whichStripeKeys(settings: ConfigFields): Problems {
  const given = stripeKeys.find((name) => settings[name]);
  for (const name of given && settings.NODE_ENV !== 'production' ? stripeKeys : []) {
    if (!settings[name]) yield [name, `must be set too, since ${given} is`];
  }
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings;
  const [one, other] = [secret, publishable].map((key) => /^\w\w_(live|test)_/.exec(key ?? '')?.[1]);
  if (one && other && one !== other) {
    yield ['STRIPE_PUBLISHABLE_KEY', 'must be of the same mode, live or test, as STRIPE_SECRET_KEY'];
  }
}

/** The sandbox shows everybody's mail and moves the clock. Neither may happen while real cards are charged. */
function* whatLiveKeysNeed(settings: ConfigFields): Problems {
  if (!/^[sr]k_live_/.test(settings.STRIPE_SECRET_KEY ?? '') || settings.NODE_ENV === 'production') return;
  if (!settings.SMTP_URL) yield ['SMTP_URL', 'must be set with a live Stripe key'];
  if (!textProviderOf(settings)) yield ['TEXT_PROVIDER', 'must be set with a live Stripe key'];
}

function* whichPorts({ PORT, METRICS_PORT }: ConfigFields): Problems {
  if (METRICS_PORT === PORT) yield ['METRICS_PORT', 'must not be the same as PORT'];
}

function* whichBucket(settings: ConfigFields): Problems {
  const given = (['S3_ENDPOINT', 'S3_REGION', 'S3_PATH_STYLE'] as const).find((name) => settings[name] !== undefined);
  if (given && !settings.S3_BUCKET) yield ['S3_BUCKET', `must be set too, since ${given} is`];
}

function* howDatabasesAreReached(settings: ConfigFields): Problems {
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
    const problem = settings[name] && tlsProblem(settings[name], settings.DATABASE_CA);
    if (problem) yield [name, problem];
  }
}

/** What must hold between settings that are right each by itself; a rule names what is wrong, and why. */
export const configRules = [
  whatProductionNeeds,
  whereProductionIsSafe,
  whoReachesTheSandbox,
  whatTextsNeed,
  whichStripeKeys,
  whereEmailComesBack,
  whichPorts,
  whichBucket,
  whatLiveKeysNeed,
  howDatabasesAreReached,
];
