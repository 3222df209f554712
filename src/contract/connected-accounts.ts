import * as z from 'zod/mini';
import { endpoint, signedIn } from './endpoint.ts';

/** A worker's account with Stripe, which gets the worker's share. */
export const ConnectedAccount = z.object({ id: z.nullable(z.string()), onboardingComplete: z.boolean() });
export type ConnectedAccount = z.infer<typeof ConnectedAccount>;

const own = signedIn({ own: { userId: 'user' } });

export const connectedAccounts = {
  getConnectedAccount: endpoint({
    method: 'GET',
    path: '/v1/users/{userId}/connected-account',
    summary: "The state of a person's connected account; without one, id is null.",
    access: own,
    response: z.object({ connectedAccount: ConnectedAccount }),
    provides: ['connectedAccount'],
  }),
  createAccountSession: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/connected-account/account-session',
    summary: 'A client secret for Stripe’s embedded components; opens the connected account the first time.',
    access: own,
    limit: { calls: 60, minutes: 60, by: 'user' },
    response: z.object({ clientSecret: z.string() }),
  }),
};
