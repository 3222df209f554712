import type { Setup } from '#contract/setup.ts';
import { momentLabel } from '#domain/calendar.ts';
import type { SetupCheck, SetupReason } from '#domain/setup.ts';
import { senderTroubleWords } from '#domain/text-delivery.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

type Check = Setup['checks'][number];

export const checkTitles: Record<SetupCheck, string> = {
  business: 'The business',
  area: 'Service area and time zone',
  payments: 'Payments',
  webhook: 'What Stripe tells us',
  mail: 'Email',
  text: 'Texts',
};

export const checkTexts: Record<SetupCheck, string> = {
  business: 'Its name, address and phone stand on each page, bill and email.',
  area: 'The cities and zip codes where customers can ask for a service, and the time zone for days and hours.',
  payments: 'Asks Stripe whether your keys work, you may take cards, and workers can be paid. Nothing is charged.',
  webhook: 'Makes a customer at Stripe, deletes it again, and waits to be told of it. It costs nothing.',
  mail: 'Sends an email to you. Look whether it arrives, and not among junk.',
  text: 'Sends a text to your phone, and waits for the phone company to report that it arrived.',
};

/** What has to be set where a stand-in on this machine answers so far. */
const standInTexts: Partial<Record<SetupCheck, string>> = {
  payments:
    'A stand-in on this machine plays Stripe. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET before anybody pays.',
  webhook: 'A stand-in on this machine plays Stripe.',
  mail: 'A stand-in on this machine keeps the emails. Set SMTP_URL and MAIL_FROM before anybody waits for one.',
  text: 'A stand-in on this machine keeps the texts. Set TEXT_PROVIDER to send real ones, or none.',
};

/** @returns what has to be set before the real service answers; undefined where it does */
export const standInText = ({ check, isStandIn }: Check): string | undefined =>
  isStandIn ? standInTexts[check] : undefined;

type Texts = Partial<Record<SetupReason, string>>;
const mail: Texts = {
  unreachable:
    'The mail server does not answer. Look at host and port in SMTP_URL, whether it begins with smtps: for TLS at once, and at firewalls.',
  'login-refused': 'The mail server refused the name or the password in SMTP_URL.',
  'sender-refused': 'The mail server does not send for the address in MAIL_FROM.',
  'address-refused': 'The mail server refused your own address. Look at it on your profile.',
};
const text: Texts = {
  'no-provider':
    'No one sends texts yet, so customers who want texts get emails. Set TEXT_PROVIDER to your provider, or to none if you don’t want texts.',
  unreachable:
    'The provider does not answer. Look at TEXT_PROVIDER and its settings, and whether the server may reach the internet.',
  'login-refused': 'AWS refused the credentials, or they may not publish texts (sns:Publish).',
  'address-refused':
    'Your number was refused: it is no mobile number, or it has opted out. Look at it on your profile.',
  undelivered: 'The phone company says that the text did not arrive. Check the number on your profile, and try again.',
  'not-heard':
    'The provider took the text, and nobody has reported for ten minutes that it arrived. Check that PUBLIC_URL can be reached from the internet.',
  ...senderTroubleWords,
};
const payments: Texts = {
  unreachable: 'Stripe does not answer. Look whether the server may reach the internet.',
  'key-refused': 'Stripe refused STRIPE_SECRET_KEY.',
  'key-may-not': 'STRIPE_SECRET_KEY is a restricted key that may not do what is needed. Use one that may.',
  'other-mode': 'One of the keys is for tests and the other is live. Take both from the same place.',
  'not-activated': 'Stripe does not let this account take cards yet. Finish its activation in Stripe’s dashboard.',
  'no-connect': 'Workers cannot be paid yet: sign up for Connect in Stripe’s dashboard.',
};
const webhook = (url: string): Texts => ({
  ...payments,
  'no-endpoint': `Stripe has no endpoint that is enabled for ${url}. Add one in its dashboard; README.md lists the events.`,
  'missing-events': `Stripe’s endpoints for ${url} are not told of all events. README.md lists them, for your account and for connected ones.`,
  'signature-refused': `A call to ${url} had a wrong signature. If Stripe’s dashboard shows failed deliveries there, set STRIPE_WEBHOOK_SECRET to that endpoint’s secret. A stranger’s call does no harm.`,
  'not-heard': `Stripe has told us nothing at ${url} for two minutes. Look whether that address can be reached from the internet, and whether STRIPE_WEBHOOK_SECRET is its endpoint’s.`,
});

/** @returns what a check waits for */
export const waitingText = (check: SetupCheck): string =>
  check === 'text' ? 'Waiting for the phone company to report…' : 'Waiting for Stripe to tell us…';

/** @returns what a check that worked could not find out; undefined when there is nothing */
export const unknownText = ({ state, reason }: Check): string | undefined =>
  state === 'good' && reason === 'no-report'
    ? 'Amazon took the text. It does not report whether it arrived, so check your phone.'
    : undefined;

/** @returns what is wrong, and what to do */
export function failureText({ check, reason }: Check, webhookUrl: string): string {
  const texts: Partial<Record<SetupCheck, Texts>> = { mail, text, payments, webhook: webhook(webhookUrl) };
  const known = reason ? texts[check]?.[reason] : undefined;
  if (known) return known;
  if (reason === 'unanswered') return 'It was perhaps sent: no answer came. Look whether it arrived, and try again.';
  return 'It failed, and the server’s log says why. Try again once that is mended.';
}

/** @returns how it stands, in a word, and the badge's tone */
export function checkBadge({ check, state, reason, isStandIn }: Check): { tone: BadgeTone; word: string } {
  if (state === 'good') {
    if (reason === 'texts-off') return { tone: 'neutral', word: 'Off' };
    if (isStandIn) return { tone: 'warn', word: 'Stand-in' };
    return { tone: 'accepted', word: check === 'business' || check === 'area' ? 'Looked over' : 'Works' };
  }
  if (state === 'waiting') return { tone: 'neutral', word: 'Waiting' };
  return state === 'failed' ? { tone: 'proposed', word: 'Failed' } : { tone: 'neutral', word: 'To do' };
}

/** @returns when it was tried, in words; undefined when it was not */
export const checkedText = ({ checkedAt }: Check): string | undefined =>
  checkedAt ? `Last on ${momentLabel(checkedAt)}.` : undefined;

/** Whether the owner has to have a second factor, and has one. */
export type OwnFactor = { isRequired: boolean; isThere: boolean };

/** @returns how much is missing until the first order */
export const missingOf = ({ checks, hasProduct }: Setup, { isRequired, isThere }: OwnFactor): number =>
  checks.filter(({ state, isStandIn }) => state !== 'good' || isStandIn).length +
  (hasProduct ? 0 : 1) +
  (isRequired && !isThere ? 1 : 0);

/** @returns for example '3 of 8 things are not done yet.' */
export const missingSentence = (setup: Setup, factor: OwnFactor): string =>
  `${missingOf(setup, factor)} of ${setup.checks.length + (factor.isRequired ? 2 : 1)} things are not done yet.`;
