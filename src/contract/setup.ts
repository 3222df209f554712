import * as z from 'zod/mini';
import { setupChecks, setupReasons, setupStates } from '#domain/setup.ts';
import { linkTokenField, passwordField } from './accounts.ts';
import { anyone, endpoint, only } from './endpoint.ts';
import { defaultRequired, Email, Id, Instant, nameField } from './fields.ts';
import { Phone } from './phone.ts';
import { Session } from './session-shapes.ts';

export const SetupForm = z.object({
  token: linkTokenField,
  /** The browser makes one, so that a repeated form makes no second account. */
  signUpId: Id,
  firstName: nameField(defaultRequired),
  lastName: nameField(defaultRequired),
  email: Email,
  phone: Phone,
  password: passwordField,
});

export const SetupCheckState = z.object({
  check: z.enum(setupChecks),
  state: z.enum(setupStates),
  /** Why it failed, or `texts-off`; else null. */
  reason: z.nullable(z.enum(setupReasons)),
  /** Whether a stand-in on this machine answers, because no real service is configured. */
  isStandIn: z.boolean(),
  checkedAt: z.nullable(Instant),
});

const Setup = z.object({
  checks: z.array(SetupCheckState),
  /** Whether the business has another name than the one that an installation starts with. */
  isNamed: z.boolean(),
  /** Whether a product is offered. */
  hasProduct: z.boolean(),
  /** Where Stripe has to send its events. */
  webhookUrl: z.string(),
});
export type Setup = z.infer<typeof Setup>;

const owners = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'settings' });

export const setup = {
  checkSetupLink: endpoint({
    method: 'POST',
    path: '/v1/setup-link/check',
    summary: 'Whether the link can still set the business up: nobody has, and it has not ended.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: z.object({ valid: z.boolean() }),
  }),
  openSetup: endpoint({
    method: 'POST',
    path: '/v1/setup-link/open',
    summary: "Opens the first owner's account by the link that the command line printed, and signs in.",
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: SetupForm,
    response: Session,
  }),
  getSetup: endpoint({
    method: 'GET',
    path: '/v1/setup',
    summary: 'What is missing until the first order.',
    access: owners,
    response: Setup,
    provides: ['settings', 'products'],
  }),
  runSetupCheck: endpoint({
    method: 'POST',
    path: '/v1/setup/checks/{check}',
    summary: 'Tries a service that the business needs, at once, or notes that its owner has looked something over.',
    access: owners,
    limit: { calls: 30, minutes: 10, by: 'user' },
    params: z.object({ check: z.enum(setupChecks) }),
    response: Setup,
    invalidates: ['settings'],
  }),
};
