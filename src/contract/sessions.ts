import * as z from 'zod/mini';
import { anyone, Done, endpoint, manyCallers, sessionCookie, signedIn } from './endpoint.ts';
import { SecondStep, Session, SignedInDevice, SignInForm } from './session-shapes.ts';

export const sessions = {
  signIn: endpoint({
    method: 'POST',
    path: '/v1/sign-in',
    summary:
      'Signs a person in; sets the refresh cookie. Of who has a second factor it asks for that, and there is no session yet.',
    access: anyone,
    limit: { calls: 300, minutes: 15 },
    body: SignInForm,
    response: z.union([Session, SecondStep]),
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/v1/refresh-token',
    summary: 'Rotates the refresh cookie and gives a new access token.',
    access: sessionCookie,
    limit: manyCallers,
    response: Session,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/v1/sign-out',
    summary: 'Ends the session of the refresh cookie.',
    access: sessionCookie,
    limit: manyCallers,
    response: Done,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/v1/users/{userId}/sessions',
    summary: 'Where a person is signed in, the last used first.',
    access: signedIn({ own: { userId: 'user' } }),
    response: z.object({ sessions: z.array(SignedInDevice) }),
    provides: ['sessions'],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/v1/users/{userId}/sessions/{sessionId}',
    summary: 'Signs a person out of another browser, and forgets that browser.',
    access: signedIn({ own: { userId: 'user' } }),
    response: Done,
    invalidates: ['sessions'],
  }),
};
