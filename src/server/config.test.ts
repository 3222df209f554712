import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { isInsecureMail } from './config-rules.ts';
import { needsSandbox, textProviderOf } from './providers.ts';

test('the defaults start Yardpack on port 3000 with the rates of the design', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    PLATFORM_FEE_PERCENT: 20,
    BASE_RATE_STANDARD: 1500,
    BASE_RATE_LARGE: 2500,
  });
});

test('every wrong setting is named at once, and no secret is shown', () => {
  const wrong = {
    PORT: '70000',
    PLATFORM_FEE_PERCENT: 'lots',
    DATABASE_URL: 'mysql://user:hunter2@host',
    GEOCODER_URL: 'ftp://geocoder.example/search?key=hunter2',
    LOG_LEVEL: 'loud',
  };
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  const message = messageOf(() => readConfig(wrong));
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  expect(message).not.toContain('hunter2');
});

test('a setting that is wrong by itself does not hide those that others need', () => {
  const message = messageOf(() => readConfig({ NODE_ENV: 'production', TIME_ZONE: 'America/Rogers', PORT: 'x' }));
  const named = message.match(/^ {2}\w+/gm)?.map((line) => line.trim());
  expect(named?.sort()).toEqual(
    [
      ...['PORT', 'TIME_ZONE', 'PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'CONTACT_EMAIL'],
      ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ].sort(),
  );
});

test.each(['pa#ss', '12#3', 'pa/ss', '1/2', 'pa?ss', '1?2', 'p@/x'])(
  'a password of a URL with %s in it is named as what is wrong, and not shown',
  (password) => {
    const urls = {
      DATABASE_URL: `postgres://yard:${password}@db.example/yard`,
      SMTP_URL: `smtps://yard:${password}@mail.example:465`,
      BOUNCE_MAILBOX_URL: `imaps://yard:${password}@mail.example/INBOX`,
    };
    for (const [name, url] of Object.entries(urls)) {
      const message = messageOf(() => readConfig({ [name]: url }));
      const said =
        /(?:cannot be read as it is meant|is not a URL that can be read)\. Write \/ \? # and @ in the password as %2F, %3F, %23 and %40/;
      expect(message).toMatch(new RegExp(`${name} ${said.source}`));
      expect([message.includes(password), message.includes('starts with')]).toEqual([false, false]);
    }
    const encoded = `postgres://yard:${encodeURIComponent(password)}@db.example/yard`;
    expect(readConfig({ DATABASE_URL: encoded }).DATABASE_URL).toBe(encoded);
  },
);

test('a rehearsal takes test keys in production, and no live ones', () => {
  const test = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
  expect(readConfig({ ...production, ...test, REHEARSAL: '1' }).REHEARSAL).toBe(true);
  expect(messageOf(() => readConfig({ ...production, ...test }))).toContain('REHEARSAL=1');
  expect(messageOf(() => readConfig({ ...production, REHEARSAL: '1' }))).toContain(
    'REHEARSAL cannot be 1 with a live Stripe key',
  );
});

test('production refuses to start on the sandbox, and names what is missing', () => {
  const message = messageOf(() => readConfig({ NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_x' }));
  expect(message).toContain('STRIPE_PUBLISHABLE_KEY must be set in production');
  expect(message).toContain('SMTP_URL must be set in production');
  expect(message).not.toContain('STRIPE_SECRET_KEY');
});

test('half of the payment keys is a mistake', () => {
  const message = messageOf(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' }));
  expect(message).toContain('STRIPE_WEBHOOK_SECRET must be set too');
});

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '' }).PORT).toBe(3000);
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('It did not fail');
}

test('a live Stripe key never runs beside the sandbox', () => {
  const live = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  expect(messageOf(() => readConfig(live))).toContain('SMTP_URL must be set with a live Stripe key');
  const complete = { ...live, SMTP_URL: 'smtp://mail.example', SNS_REGION: 'us-east-1' };
  expect(readConfig(complete).STRIPE_SECRET_KEY).toBe('sk_live_x');
});

test('production starts without texts; who is to send them needs all that is theirs, and the token is not repeated', () => {
  const { SNS_REGION: _, ...without } = production;
  expect(textProviderOf(readConfig(without))).toBe('none');
  expect(textProviderOf(readConfig(production))).toBe('sns');
  expect(textProviderOf(readConfig({}))).toBeUndefined();
  expect(needsSandbox(readConfig({ TEXT_PROVIDER: 'none' }))).toBe(true);
  expect(messageOf(() => readConfig({ ...without, TEXT_PROVIDER: 'sns' }))).toContain(
    'SNS_REGION must be set for texts by sns',
  );
  const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'hush' };
  expect(messageOf(() => readConfig({ ...without, ...twilio }))).toContain(
    'TWILIO_FROM must be set for texts by twilio',
  );
  expect(textProviderOf(readConfig({ ...without, ...twilio, TWILIO_FROM: '+14795550100' }))).toBe('twilio');
  const unsafe = { ...without, ...twilio, TWILIO_FROM: '+14795550100', TWILIO_API_URL: 'http://sms.example' };
  expect(messageOf(() => readConfig(unsafe))).toMatch(/TWILIO_API_URL must start with https/);
  expect(messageOf(() => readConfig(unsafe))).not.toContain('hush');
});

test('proxies to trust are named by address; trusting everybody, or a number of hops, is refused', () => {
  const addresses = 'loopback, 10.0.0.0/8, 2001:db8::1';
  expect(readConfig({ TRUST_PROXY: addresses }).TRUST_PROXY).toBe(addresses);
  expect(readConfig({ TRUST_PROXY: '' }).TRUST_PROXY).toBeUndefined();
  const wide = ['10.0.0.0/0', '0.0.0.0/1', '128.0.0.0/7', '::/1', '2000::/3'];
  for (const wrong of ['true', '1', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', '10.0.0.1,', ...wide]) {
    expect(messageOf(() => readConfig({ TRUST_PROXY: wrong }))).toContain('TRUST_PROXY must be');
  }
});

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://yardpack.example',
  DATABASE_URL: 'postgres://db.example/yardpack',
  SMTP_URL: 'smtps://mail.example',
  SNS_REGION: 'us-east-1',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b',
  MAIL_FROM: 'Acme Yards <hello@yard.example>',
  CONTACT_EMAIL: 'hello@yard.example',
};

test.each([
  ['PUBLIC_URL', 'http://yardpack.example'],
  ['PUBLIC_URL', 'https://localhost'],
  ['PUBLIC_URL', 'https://127.0.0.1:3000/'],
  ['PUBLIC_URL', 'https://[::1]'],
  ['PUBLIC_URL', 'https://localhost.'],
  ['PUBLIC_URL', 'https://localhost.localdomain'],
  ['PUBLIC_URL', 'https://0.0.0.0'],
  ['PUBLIC_URL', 'https://[::]'],
  ['PUBLIC_URL', 'https://[::ffff:127.0.0.1]'],
  ['PUBLIC_URL', 'https://example.com/yards'],
  ['PUBLIC_URL', 'https://example.com/?site=yards'],
  ['PUBLIC_URL', 'https://example.com/#yards'],
  ['PUBLIC_URL', 'https://erin:secret@example.com'],
  ['STRIPE_SECRET_KEY', 'x'],
  ['STRIPE_SECRET_KEY', 'pk_live_x'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_x'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_x'],
  ['STRIPE_API_URL', 'http://stripe.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp:///inbox'],
  ['SMTP_URL', 'smtp:mail.example'],
  ['MAIL_FROM', 'Yardpack'],
  ['MAIL_FROM', 'Yardpack <hello>'],
  ['MAIL_FROM', 'hello@'],
  ['MAIL_FROM', ''],
  ['MAIL_FROM', 'hello@business.example'],
  ['CONTACT_EMAIL', ''],
  ['CONTACT_EMAIL', 'hello@business.example'],
  ['CONTACT_EMAIL', 'HELLO@Business.Example'],
  ['MAIL_FROM', 'Acme <Hello@business.example>'],
  ['METRICS_PORT', '3000'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_FORMAT', 'prose'],
  ['STRIPE_WEBHOOK_SECRET', ','],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_a,'],
  ['BILLING_PORTAL_URL', 'javascript:alert(1)'],
  ['TERMS_URL', '//elsewhere.example'],
  ['PRIVACY_URL', 'data:text/html,x'],
  ['DISCLAIMER_URL', '/\\elsewhere.example'],
  ['TRUST_PROXY', '0.0.0.0/1'],
  ['DATABASE_URL', 'nonsense'],
  ['SANDBOX', '1'],
])('production refuses %s=%s by its name', (name, value) => {
  expect(readConfig(production).NODE_ENV).toBe('production');
  const message = messageOf(() => readConfig({ ...production, [name]: value }));
  expect(message.split('\n').slice(1)).toEqual([expect.stringContaining(`  ${name} `)]);
});

test('production takes live keys only, and both of them', () => {
  const test = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
  const names = (settings: object) =>
    messageOf(() => readConfig({ ...production, ...settings })).match(/STRIPE_\w+_KEY (?=must)/g);
  expect(names(test)).toEqual(['STRIPE_SECRET_KEY ']);
  expect(names({ STRIPE_SECRET_KEY: 'rk_test_x' })).toEqual(['STRIPE_SECRET_KEY ', 'STRIPE_PUBLISHABLE_KEY ']);
  expect(readConfig({ ...production, STRIPE_SECRET_KEY: 'rk_live_x' }).STRIPE_SECRET_KEY).toBe('rk_live_x');
  const mixed = { ...test, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
  expect(messageOf(() => readConfig(mixed))).toContain('STRIPE_PUBLISHABLE_KEY must be of the same mode');
});

test('addresses of mail and of Stripe beside the server are taken', () => {
  for (const settings of [
    { MAIL_FROM: 'hello@yard.example' },
    { MAIL_FROM: '"Yard, Inc." <hello@yard.example>' },
    { STRIPE_API_URL: 'http://127.0.0.1:12111' },
    { STRIPE_API_URL: 'https://stripe.example' },
    { SMTP_URL: 'smtps://user:pass@mail.example:465' },
  ]) {
    expect(readConfig({ ...production, ...settings })).toMatchObject(settings);
  }
});

const atMailServers: [url: string, isSafe: boolean][] = [
  ['smtps://user:pass@mail.example:465', true],
  ['smtp://user:hush@mail.example:587', false],
  ['smtp://mail.example?requireTLS=true', true],
  ['smtp://mail.example:587/?requireTLS=false', false],
  ['smtp://mail.example?requireTLS', false],
  ['smtp://mail.example?ignoreTLS=true', false],
  ['smtps://mail.example?tls.rejectUnauthorized=false', false],
  ['smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false', false],
  ['smtp://localhost:25', true],
  ['smtp://127.0.0.1', true],
  ['smtp://[::1]:25', true],
  ['smtp://localhost.mail.example', false],
];
test.each(atMailServers)('production takes %s without SMTP_INSECURE=1: %s', (SMTP_URL, isSafe) => {
  const allowed = readConfig({ ...production, SMTP_URL, SMTP_INSECURE: '1' });
  expect([allowed.SMTP_URL, isInsecureMail(allowed)]).toEqual([SMTP_URL, !isSafe]);
  expect(readConfig({ SMTP_URL }).SMTP_URL).toBe(SMTP_URL);
  const read = () => readConfig({ ...production, SMTP_URL });
  if (isSafe) expect(read().SMTP_URL).toBe(SMTP_URL);
  else {
    expect(messageOf(read)).toMatch(
      /SMTP_URL must start with smtps:\/\/ or end with \?requireTLS=true .*SMTP_INSECURE=1/,
    );
    expect(messageOf(read)).not.toContain('hush');
  }
});

test.each(['Production', 'prod', 'PRODUCTION ', 'staging'])('NODE_ENV=%s is not taken for development', (mode) => {
  expect(messageOf(() => readConfig({ ...production, NODE_ENV: mode }))).toContain('NODE_ENV must be development');
});

test('the sandbox stands in on this machine only, or where it is asked for', () => {
  for (const own of [{}, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'http://yard.localhost:3000' }]) {
    expect(readConfig(own).SANDBOX).toBeUndefined();
  }
  expect(messageOf(() => readConfig({ HOST: '0.0.0.0' }))).toContain('HOST must be of this machine');
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://yard.example' };
  expect(messageOf(() => readConfig(open))).toContain('PUBLIC_URL must be of this machine');
  expect(readConfig({ ...open, SANDBOX: '1' }).SANDBOX).toBe(true);
  expect(readConfig({ ...production, ...open, NODE_ENV: 'test' }).HOST).toBe('0.0.0.0');
});

test('keepers are first names, each with the https address of a picture or without', () => {
  expect(readConfig({ KEEPERS: '' }).KEEPERS).toEqual([]);
  expect(readConfig({ KEEPERS: 'Ada=https://a.test/?b=c, Grace' }).KEEPERS).toEqual([
    { name: 'Ada', pictureUrl: 'https://a.test/?b=c' },
    { name: 'Grace' },
  ]);
  for (const KEEPERS of ['=https://a.test/b.jpg', 'Ada=http://a.test/b.jpg', 'Ada=javascript:alert(1)']) {
    expect(messageOf(() => readConfig({ KEEPERS }))).toContain('KEEPERS must be first names');
  }
});

test('a legal document or a billing page elsewhere is a web address', () => {
  expect(readConfig({}).TERMS_URL).toBeUndefined();
  const wrong = { TERMS_URL: 'javascript:alert(1)', PRIVACY_URL: 'privacy.html', BILLING_PORTAL_URL: 'data:,' };
  const message = messageOf(() => readConfig(wrong));
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
});

test('a mailbox of email that comes back names user, password and server, and needs an address and a mail server', () => {
  const rest = { BOUNCE_ADDRESS: 'bounces@yard.example' };
  for (const BOUNCE_MAILBOX_URL of [
    'imaps://bounces%40yard.example:p%40ss@mail.example',
    'imaps://bounces:pass@mail.example:993/INBOX/Reports',
    'imap://bounces:pass@127.0.0.1:143/INBOX',
  ])
    expect(readConfig({ ...production, ...rest, BOUNCE_MAILBOX_URL })).toMatchObject({ BOUNCE_MAILBOX_URL });
  for (const BOUNCE_MAILBOX_URL of [
    'pop3://bounces:pass@mail.example',
    'imaps://mail.example',
    'imaps://bounces@mail.example',
    'imaps://:pass@mail.example',
    'imaps:mail.example',
    'imaps://bounces:100%@mail.example',
    'nonsense',
  ]) {
    const message = messageOf(() => readConfig({ ...production, ...rest, BOUNCE_MAILBOX_URL }));
    expect(message).toContain('BOUNCE_MAILBOX_URL must');
    expect(message).not.toContain('it is "');
  }
  const alone = messageOf(() => readConfig({ BOUNCE_MAILBOX_URL: 'imaps://bounces:pass@mail.example' }));
  expect(alone).toMatch(/BOUNCE_ADDRESS must be set too\D*\n +SMTP_URL must be set too/);
});
