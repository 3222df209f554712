import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { invalidParameter, missing, notAllowed, Refusal } from './errors.ts';
import { newId, randomText } from './ids.ts';
import type { Account, AccountSession } from './objects.ts';
import {
  optionalChoice,
  optionalFlag,
  optionalGroup,
  optionalText,
  type Params,
  readMetadata,
  requiredText,
  textOrNull,
} from './parameters.ts';
import { payoutsView } from './payouts.ts';

/** The fields that an account needs before it may take payments; the onboarding form collects all of them. */
const neededForOnboarding = [
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
];

export async function createAccount({ params, store, now }: Context): Promise<Answer> {
  const country = optionalText(params, 'country') ?? 'US';
  if (country !== 'US') throw invalidParameter(`The sandbox knows only accounts in the US, not ${country}.`, 'country');
  const id = newId('acct').slice(0, 'acct_'.length + 16);
  const capabilities = optionalGroup(params, 'capabilities') ?? {};
  const account: Account = {
    id,
    object: 'account',
    created: now,
    business_type: optionalChoice(params, 'business_type', ['individual', 'company']) ?? null,
    capabilities: Object.fromEntries(Object.keys(capabilities).map((name) => [name, 'inactive' as const])),
    charges_enabled: false,
    controller: { ...optionalGroup(params, 'controller'), is_controller: true, type: 'application' },
    country,
    details_submitted: false,
    email: textOrNull(params, 'email'),
    external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
    metadata: readMetadata(params),
    payouts_enabled: false,
    requirements: { currently_due: neededForOnboarding },
  };
  await store.save(account);
  return ok(account);
}

/** The business's own, which the stand-in takes for onboarded (https://docs.stripe.com/api/accounts/retrieve). */
export async function retrieveOwnAccount(): Promise<Answer> {
  return ok({ id: 'acct_sandboxplatform', object: 'account', charges_enabled: true, details_submitted: true });
}

/** https://docs.stripe.com/error-codes#account-invalid */
const noAccess = (id: string) =>
  new Refusal(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key 'sk_test_sandbox' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });

export async function retrieveAccount(context: Context): Promise<Answer> {
  const account = await loadFromPath(context, 'account');
  if (account.deauthorized) throw noAccess(account.id);
  return ok(account);
}

/** The worker, or somebody at the dashboard, ends the connection: https://docs.stripe.com/connect/webhooks */
export async function deauthorize(context: Context): Promise<Answer> {
  const account = await loadFromPath(context, 'account');
  const application = { id: newId('ca'), object: 'application', created: context.now, name: 'Yardpack' } as const;
  await context.store.save({ ...account, charges_enabled: false, payouts_enabled: false, deauthorized: true });
  await context.emit('account.application.deauthorized', application, account.id);
  return ok(application);
}

/** `POST /v1/account_sessions`. The client secret is the row's id, so that a browser's call finds the row by it. */
export async function createAccountSession({ params, store, now }: Context): Promise<Answer> {
  const account = requiredText(params, 'account');
  const found = await store.find('account', account);
  if (found === undefined) throw missing('account', account, 'account', 400);
  if (found.deauthorized) throw noAccess(account);
  const id = `accs_secret__${randomText(42)}`;
  const session: AccountSession = {
    id,
    object: 'account_session',
    created: now,
    account,
    client_secret: id,
    components: optionalGroup(params, 'components') ?? {},
    expires_at: now + 3600,
    livemode: false,
  };
  await store.save(session);
  const { id: _, ...body } = session;
  return ok(body);
}

/** Finds the account of an open session with the component; throws 401 for any other session. */
async function findAccountOfSession({ params, store, now }: Context, component: string): Promise<Account> {
  const session = await store.find('account_session', requiredText(params, 'client_secret'));
  const account = session && (await store.find('account', session.account, true));
  if (session === undefined || account === undefined || session.expires_at <= now) {
    const message = 'This account session is invalid or has expired.';
    throw new Refusal(401, { type: 'invalid_request_error', message });
  }
  if (!(component in session.components)) {
    throw notAllowed(`The ${component} component is not enabled for this account session.`);
  }
  return account;
}

const onboardingView = ({ id, details_submitted }: Account) =>
  ok({ object: 'account_onboarding', account: id, details_submitted });

/** `POST /v1/account_sessions/claim`: the onboarding form asks for its first state with the session's client secret. */
export async function claimAccountSession(context: Context): Promise<Answer> {
  return onboardingView(await findAccountOfSession(context, 'account_onboarding'));
}

/** `POST /v1/account_sessions/payouts`: what the embedded balances and payouts show. */
export async function showPayouts(context: Context): Promise<Answer> {
  return payoutsView(context.store, (await findAccountOfSession(context, 'payouts')).id);
}

/**
 * `POST /v1/account_sessions/submit`: the onboarding form sends its fields. Then the account may charge and be paid.
 */
export async function submitOnboarding(context: Context): Promise<Answer> {
  const { params } = context;
  const account = await findAccountOfSession(context, 'account_onboarding');
  const individual = optionalGroup(params, 'individual') ?? {};
  const firstName = requiredText(individual, 'first_name', 'individual[first_name]').trim();
  const lastName = requiredText(individual, 'last_name', 'individual[last_name]').trim();
  const dob = readBirthDate(optionalGroup(individual, 'dob') ?? {}, context.now);
  const bank = optionalGroup(params, 'bank_account') ?? {};
  const routing = requiredText(bank, 'routing_number', 'bank_account[routing_number]');
  const number = requiredText(bank, 'account_number', 'bank_account[account_number]');
  if (!isRoutingNumber(routing)) {
    throw invalidParameter('Your routing number is invalid.', 'bank_account[routing_number]', 'routing_number_invalid');
  }
  if (!/^\d{4,17}$/.test(number)) {
    throw invalidParameter('Your account number is invalid.', 'bank_account[account_number]', 'account_number_invalid');
  }
  if (optionalFlag(params, 'tos_accepted') !== true) {
    throw invalidParameter('You must agree to the terms of service.', 'tos_accepted');
  }
  const done: Account = {
    ...account,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'active' as const])),
    charges_enabled: true,
    details_submitted: true,
    external_accounts: {
      ...account.external_accounts,
      data: [{ id: newId('ba'), object: 'bank_account', last4: number.slice(-4), routing_number: routing }],
    },
    individual: { dob, first_name: firstName, last_name: lastName },
    payouts_enabled: true,
    requirements: { currently_due: [] },
  };
  await context.store.save(done);
  await context.emit('account.updated', done, done.id);
  return onboardingView(done);
}

/** Refuses people under 13, as Stripe does, and days that do not exist. */
function readBirthDate(dob: Params, now: number): { day: number; month: number; year: number } {
  const part = (name: string) => Number(requiredText(dob, name, `individual[dob][${name}]`));
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isRealDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isRealDay || year < 1900) {
    throw invalidParameter('Enter a real date of birth.', 'individual[dob]', 'invalid_dob');
  }
  const thirteenthBirthday = Date.UTC(year + 13, month - 1, day) / 1000;
  if (thirteenthBirthday > now) {
    throw invalidParameter('You must be at least 13 years old.', 'individual[dob]', 'invalid_dob_age_under_minimum');
  }
  return { day, month, year };
}

/** The ABA checksum: weights 3, 7, 1 over nine digits. */
function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10 === 0;
}
