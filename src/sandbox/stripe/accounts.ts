import type { Account, AccountSession, CapabilityStatus } from './account-objects.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { invalidParameter, missing, notAllowed, Refusal } from './errors.ts';
import { newId, randomText } from './ids.ts';
import {
  allowOnly,
  mergeMetadata,
  nullableText,
  optionalChoice,
  optionalFlag,
  optionalGroup,
  optionalText,
  type Params,
  requiredText,
} from './parameters.ts';
import { listParameters } from './store.ts';

const writable = [
  'business_profile',
  'business_type',
  'capabilities',
  'company',
  'default_currency',
  'email',
  'individual',
  'metadata',
  'settings',
];

/** What an account still owes before it may take payments; the onboarding form collects all of it. */
const neededForOnboarding = [
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
];

function requirements(due: string[]): Account['requirements'] {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  };
}

function applyChanges(account: Account, params: Params): Account {
  const capabilities: Record<string, CapabilityStatus> = { ...account.capabilities };
  const requested = optionalGroup(params, 'capabilities') ?? {};
  for (const name of Object.keys(requested)) {
    const wanted = optionalFlag(optionalGroup(requested, name) ?? {}, 'requested', `capabilities[${name}][requested]`);
    if (wanted === true) capabilities[name] = account.details_submitted ? 'active' : 'inactive';
    if (wanted === false) delete capabilities[name];
  }
  const email = nullableText(params, 'email');
  const individual = optionalGroup(params, 'individual');
  return {
    ...account,
    business_profile: { ...account.business_profile, ...optionalGroup(params, 'business_profile') },
    business_type:
      optionalChoice(params, 'business_type', ['individual', 'company', 'non_profit', 'government_entity']) ??
      account.business_type,
    capabilities,
    default_currency: optionalText(params, 'default_currency') ?? account.default_currency,
    email: email === undefined ? account.email : email,
    ...(individual === undefined ? {} : { individual: { ...account.individual, ...individual } }),
    metadata: mergeMetadata(account.metadata, params),
    settings: { ...account.settings, ...optionalGroup(params, 'settings') },
  };
}

async function save(context: Context, account: Account): Promise<Account> {
  await context.store.save('account', account, account.created);
  return account;
}

export async function createAccount(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [...writable, 'controller', 'country', 'type']);
  const controller = optionalGroup(params, 'controller');
  const type = optionalChoice(params, 'type', ['standard', 'express', 'custom']);
  if (type !== undefined && controller !== undefined) {
    throw notAllowed('You may only specify one of these parameters: type, controller.', { param: 'controller' });
  }
  const country = optionalText(params, 'country') ?? 'US';
  if (country !== 'US') throw invalidParameter(`The sandbox knows only accounts in the US, not ${country}.`, 'country');
  const id = newId('acct').slice(0, 'acct_'.length + 16);
  const dashboard = optionalGroup(controller ?? {}, 'stripe_dashboard');
  const account: Account = {
    id,
    object: 'account',
    business_profile: { mcc: null, name: null, product_description: null, support_phone: null, url: null },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: { ...controller, is_controller: true, type: 'application' },
    country,
    created: context.now,
    default_currency: 'usd',
    details_submitted: false,
    email: null,
    external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
    future_requirements: { currently_due: [] },
    metadata: {},
    payouts_enabled: false,
    requirements: requirements(neededForOnboarding),
    settings: { payouts: { schedule: { delay_days: 2, interval: 'daily' } } },
    tos_acceptance: {},
    type: type ?? (controller === undefined ? 'standard' : dashboardType(dashboard)),
  };
  const created = applyChanges(account, params);
  if (Object.keys(created.capabilities).length === 0) {
    created.capabilities = { card_payments: 'inactive', transfers: 'inactive' };
  }
  return ok(await save(context, created));
}

function dashboardType(dashboard: Params | undefined): Account['type'] {
  const kind = optionalChoice(dashboard ?? {}, 'type', ['express', 'full', 'none']) ?? 'full';
  return kind === 'express' ? 'express' : kind === 'full' ? 'standard' : 'none';
}

export async function retrieveAccount(context: Context): Promise<Answer> {
  return ok(await loadFromPath(context, 'account'));
}

export async function updateAccount(context: Context): Promise<Answer> {
  allowOnly(context.params, writable);
  const account = await save(context, applyChanges(await loadFromPath(context, 'account'), context.params));
  await context.emit('account.updated', account, account.id);
  return ok(account);
}

export async function listAccounts(context: Context): Promise<Answer> {
  allowOnly(context.params, listParameters);
  return ok(await context.store.list('account', '/v1/accounts', context.params));
}

/** `POST /v1/account_sessions`: the client secret is the row's id, so a browser's call finds it by that alone. */
export async function createAccountSession(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, ['account', 'components']);
  const accountId = requiredText(params, 'account');
  if ((await context.store.find('account', accountId)) === undefined) {
    throw missing('account', accountId, 'account', 400);
  }
  const wanted = optionalGroup(params, 'components');
  if (wanted === undefined)
    throw invalidParameter('Missing required param: components.', 'components', 'parameter_missing');
  const components = Object.fromEntries(
    Object.keys(wanted).map((name) => {
      const component = optionalGroup(wanted, name) ?? {};
      return [name, { enabled: optionalFlag(component, 'enabled') === true, features: component.features ?? {} }];
    }),
  );
  const session: AccountSession = {
    id: `accs_secret__${randomText(42)}`,
    object: 'account_session',
    account: accountId,
    client_secret: '',
    components,
    created: context.now,
    expires_at: context.now + 3600,
    livemode: false,
  };
  session.client_secret = session.id;
  await context.store.save('account_session', session, session.created);
  const { id: _, ...body } = session;
  return ok(body);
}

/** The account that an unexpired session with the onboarding component opens; 401 for anything else. */
async function accountOfSession(context: Context): Promise<Account> {
  const secret = requiredText(context.params, 'client_secret');
  const session = await context.store.find('account_session', secret);
  const account = session && (await context.store.find('account', session.account, true));
  if (session === undefined || account === undefined || session.expires_at <= context.now) {
    throw new Refusal(401, {
      type: 'invalid_request_error',
      message: 'This account session is invalid or has expired.',
    });
  }
  if (!('account_onboarding' in session.components)) {
    throw notAllowed('The account_onboarding component is not enabled for this account session.');
  }
  return account;
}

function onboardingView(account: Account) {
  const { first_name: firstName, last_name: lastName } = account.individual ?? {};
  return {
    object: 'account_onboarding',
    account: account.id,
    details_submitted: account.details_submitted,
    email: account.email,
    first_name: typeof firstName === 'string' ? firstName : null,
    last_name: typeof lastName === 'string' ? lastName : null,
  };
}

/** What the onboarding form starts with: `POST /v1/account_sessions/claim` with a session's client secret. */
export async function claimAccountSession(context: Context): Promise<Answer> {
  allowOnly(context.params, ['client_secret']);
  return ok(onboardingView(await accountOfSession(context)));
}

/** The onboarding form's answers: `POST /v1/account_sessions/submit`. The account may charge and be paid after it. */
export async function submitOnboarding(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, ['client_secret', 'individual', 'bank_account', 'tos_accepted']);
  const account = await accountOfSession(context);
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
  const done = await save(context, {
    ...account,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, 'active' as const])),
    charges_enabled: true,
    details_submitted: true,
    external_accounts: {
      ...account.external_accounts,
      data: [{ id: newId('ba'), object: 'bank_account', last4: number.slice(-4), routing_number: routing }],
    },
    individual: { ...account.individual, dob, first_name: firstName, last_name: lastName },
    payouts_enabled: true,
    requirements: requirements([]),
    tos_acceptance: { date: context.now },
  });
  await context.emit('account.updated', done, done.id);
  return ok(onboardingView(done));
}

/** Stripe asks for at least 13 years; a day that is not in the calendar is refused. */
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
